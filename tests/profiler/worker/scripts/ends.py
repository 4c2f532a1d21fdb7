# SPDX-License-Identifier: Apache-2.0
"""Ways in which a script cannot be held in step; the first argument says which."""

import sys
import threading

import torch

model = torch.nn.Linear(4, 4)
how = sys.argv[1]


def call(times):
    for _ in range(times):
        model(torch.ones(2, 4))


if how == "early":
    call(6)
elif how == "exit":
    call(6)
    sys.exit(3)
elif how == "raises":
    call(6)
    raise ValueError("the script's own trouble")
elif how == "never":
    print("nothing is called")
elif how == "stdin":
    call(int(input("how many? ")))
elif how == "thread":
    thread = threading.Thread(target=call, args=(50,))
    thread.start()
    thread.join()
elif how == "writes":
    with open("result.txt", "w") as file:
        file.write("written")
    call(10_000)
