# SPDX-License-Identifier: Apache-2.0
import numpy
import torch
from parts import TwoLayers

KNOWN = {
    "what": "interpolates with a NumPy function that Dynamo cannot trace",
    "first": ["graph_break"],
}


class Model(TwoLayers):
    def forward(self, x):
        x = self.first(x)
        bent = numpy.interp(x.numpy(force=True), [-1.0, 0.0, 1.0], [0.0, 0.1, 1.0])
        return torch.relu(self.second(torch.from_numpy(bent).float()))


def make():
    return Model().eval(), (torch.randn(16, 64),)
