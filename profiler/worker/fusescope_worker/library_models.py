# SPDX-License-Identifier: Apache-2.0
"""Models of torchvision and transformers with random weights: nothing is downloaded."""

import importlib
import inspect

from fusescope_worker.errors import WorkerError, bad_input
from fusescope_worker.well_known import CONFIGURATIONS


def _library(name):
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise WorkerError(
            "module_not_found", f"This interpreter has no {error.name}: install it beside its torch."
        ) from error


def torchvision_builder(name, arguments):
    _library("torchvision")
    models = _library("torchvision.models")
    try:
        function = models.get_model_builder(name)
    except ValueError as error:
        raise WorkerError("module_not_found", f"torchvision has no model '{name}'.") from error
    parameters = inspect.signature(function).parameters
    defaults = {key: None for key in ("weights", "weights_backbone") if key in parameters}

    def build():
        model = function(**{**defaults, **arguments}).eval()
        size = 299 if name == "inception_v3" else 224
        video = "torchvision.models.video" in type(model).__module__
        shape = (1, 3, 16, 112, 112) if video else (1, 3, size, size)
        return {"module": model, "default_inputs": {"0": (shape, "float32", None)}, "items": float(shape[0])}

    return build


def transformers_builder(name, arguments):
    transformers = _library("transformers")
    config = _configuration(transformers, name, arguments)
    return lambda: _transformers_model(transformers, config)


def _configuration(transformers, name, arguments):
    auto = transformers.AutoConfig
    try:
        return auto.for_model(name, **arguments)
    except ValueError:
        pass  # no model type: a hub name, cached here or well known
    try:
        return auto.from_pretrained(name, local_files_only=True, **arguments)
    except Exception as error:
        known = CONFIGURATIONS.get(name) or CONFIGURATIONS.get(name.rpartition("/")[2])
        if known is None:
            raise WorkerError(
                "module_not_found",
                f"transformers has no model type '{name}', and no configuration of that name is in the local cache.",
            ) from error
    model_type, fields = known
    return auto.for_model(model_type, **{**fields, **arguments})


def _transformers_model(transformers, config):
    try:
        model = transformers.AutoModel.from_config(config).eval()
    except ValueError as error:
        raise bad_input(f"transformers builds no model from a configuration '{config.model_type}'.") from error
    return {"module": model, "default_inputs": _transformers_inputs(model, config), "items": 1.0}


def _transformers_inputs(model, config):
    """What the model's main input is called and looks like, by its configuration."""
    main = getattr(model, "main_input_name", "input_ids")
    text = getattr(config, "text_config", None) or config
    vocabulary = int(getattr(text, "vocab_size", None) or 1000)
    inputs = {}
    if main == "pixel_values":
        vision = getattr(config, "vision_config", None) or config
        size = getattr(vision, "image_size", None) or 224
        height, width = (size, size) if isinstance(size, int) else tuple(size)[-2:]
        inputs[main] = ((1, int(getattr(vision, "num_channels", 3)), height, width), "float32", None)
    elif main == "input_features":
        frames = 2 * int(getattr(config, "max_source_positions", 1500))
        inputs[main] = ((1, int(getattr(config, "num_mel_bins", 80)), frames), "float32", None)
    elif main == "input_values":
        inputs[main] = ((1, 16000), "float32", None)
    else:
        inputs[main] = ((1, 128), "int64", (0, vocabulary))
    if getattr(config, "is_encoder_decoder", False):
        inputs["decoder_input_ids"] = ((1, 16), "int64", (0, vocabulary))
    return inputs
