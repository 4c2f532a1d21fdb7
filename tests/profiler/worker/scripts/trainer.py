# SPDX-License-Identifier: Apache-2.0
"""A fine-tune by transformers' Trainer: a tiny random configuration, made-up sentences."""

import os

import torch
from torch.utils.data import Dataset
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments


class MadeUp(Dataset):
    def __len__(self):
        return 100_000

    def __getitem__(self, index):
        ids = torch.randint(0, 100, (16,), generator=torch.Generator().manual_seed(index))
        return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "labels": index % 2}


config = BertConfig(
    vocab_size=100, hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64, num_labels=2
)
trainer = Trainer(
    model=BertForSequenceClassification(config),
    args=TrainingArguments(
        output_dir=os.environ.get("OUTPUT", "trained"),
        per_device_train_batch_size=8,
        max_steps=20_000,
        save_strategy="no",
        report_to=[],
        logging_steps=1000,
        use_cpu=not torch.cuda.is_available(),
    ),
    train_dataset=MadeUp(),
)
trainer.train()
