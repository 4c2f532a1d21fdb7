# SPDX-License-Identifier: Apache-2.0
"""Text made by generate(), prompt after prompt."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

torch.manual_seed(0)
model = GPT2LMHeadModel(GPT2Config(vocab_size=100, n_positions=64, n_embd=32, n_layer=2, n_head=2)).eval()
for number in range(5_000):
    prompt = torch.randint(0, 100, (1, 8))
    made = model.generate(
        prompt,
        attention_mask=torch.ones_like(prompt),
        max_new_tokens=8,
        min_new_tokens=8,
        do_sample=False,
        pad_token_id=0,
    )
    print(number, made[0, -1].item(), flush=True)
