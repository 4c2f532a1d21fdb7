# SPDX-License-Identifier: Apache-2.0
"""Configurations of well-known hub names, so that they work without a download: (type, fields
that differ from the type's defaults in transformers)."""

CONFIGURATIONS = {
    "bert-base-uncased": ("bert", {"vocab_size": 30522}),
    "bert-base-cased": ("bert", {"vocab_size": 28996}),
    "bert-large-uncased": (
        "bert",
        {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096},
    ),
    "distilbert-base-uncased": ("distilbert", {}),
    "roberta-base": ("roberta", {"vocab_size": 50265, "max_position_embeddings": 514, "type_vocab_size": 1}),
    "roberta-large": (
        "roberta",
        {
            "vocab_size": 50265,
            "max_position_embeddings": 514,
            "type_vocab_size": 1,
            "hidden_size": 1024,
            "num_hidden_layers": 24,
            "num_attention_heads": 16,
            "intermediate_size": 4096,
        },
    ),
    "xlm-roberta-base": (
        "xlm-roberta",
        {"vocab_size": 250002, "max_position_embeddings": 514, "type_vocab_size": 1},
    ),
    "albert-base-v2": (
        "albert",
        {"hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3072, "embedding_size": 128},
    ),
    "all-MiniLM-L6-v2": (
        "bert",
        {"hidden_size": 384, "num_hidden_layers": 6, "num_attention_heads": 12, "intermediate_size": 1536},
    ),
    "google/electra-small-discriminator": (
        "electra",
        {"embedding_size": 128, "hidden_size": 256, "num_attention_heads": 4, "intermediate_size": 1024},
    ),
    "gpt2": ("gpt2", {}),
    "gpt2-medium": ("gpt2", {"n_embd": 1024, "n_layer": 24, "n_head": 16}),
    "gpt2-large": ("gpt2", {"n_embd": 1280, "n_layer": 36, "n_head": 20}),
    "t5-small": ("t5", {}),
    "t5-base": ("t5", {"d_model": 768, "d_ff": 3072, "num_layers": 12, "num_heads": 12}),
    "facebook/bart-base": (
        "bart",
        {
            "d_model": 768,
            "encoder_layers": 6,
            "decoder_layers": 6,
            "encoder_attention_heads": 12,
            "decoder_attention_heads": 12,
            "encoder_ffn_dim": 3072,
            "decoder_ffn_dim": 3072,
        },
    ),
    "google/vit-base-patch16-224": ("vit", {}),
    "facebook/deit-base-distilled-patch16-224": ("deit", {}),
    "microsoft/resnet-50": ("resnet", {}),
    "facebook/convnext-tiny-224": ("convnext", {}),
    "openai/whisper-tiny": (
        "whisper",
        {
            "d_model": 384,
            "encoder_layers": 4,
            "decoder_layers": 4,
            "encoder_attention_heads": 6,
            "decoder_attention_heads": 6,
            "encoder_ffn_dim": 1536,
            "decoder_ffn_dim": 1536,
        },
    ),
    "TinyLlama/TinyLlama-1.1B-Chat-v1.0": (
        "llama",
        {
            "hidden_size": 2048,
            "num_hidden_layers": 22,
            "num_attention_heads": 32,
            "num_key_value_heads": 4,
            "intermediate_size": 5632,
        },
    ),
    "Qwen/Qwen2.5-0.5B": (
        "qwen2",
        {
            "vocab_size": 151936,
            "hidden_size": 896,
            "num_hidden_layers": 24,
            "num_attention_heads": 14,
            "num_key_value_heads": 2,
            "intermediate_size": 4864,
        },
    ),
}
