# SPDX-License-Identifier: Apache-2.0
"""Ways in which a script cannot be held in step; the first argument says which."""

import asyncio
import multiprocessing
import sys
import threading
import time

import torch

model = torch.nn.Linear(4, 4)
how = sys.argv[1] if __name__ == "__main__" else ""


def call(times):
    for _ in range(times):
        model(torch.ones(2, 4))


def work(_index, times):
    call(times)


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
elif how == "late":  # the script's last line comes before the first call

    def late():
        while sys.modules["__main__"].__dict__.get("how") == "late":
            time.sleep(0.01)
        call(20_000)

    threading.Thread(target=late).start()
elif how == "pool":
    threads = [threading.Thread(target=call, args=(20_000,)) for _ in range(2)]
    for thread in threads:
        thread.start()
elif how == "loop":

    async def serve(requests):
        for _ in range(requests):
            await asyncio.sleep(0)
            model(torch.ones(2, 4))

    asyncio.run(serve(20_000))
elif how == "forks":
    child = multiprocessing.get_context("fork").Process(target=call, args=(20_000,))
    child.start()
    child.join()
elif how == "spawns":
    torch.multiprocessing.spawn(work, args=(20_000,), nprocs=1)
elif how == "writes":
    with open("result.txt", "w") as file:
        file.write("written")
    call(10_000)
