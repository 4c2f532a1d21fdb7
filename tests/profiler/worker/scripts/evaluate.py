# SPDX-License-Identifier: Apache-2.0
"""An image model over a data set that two processes load."""

import torch
import torchvision
from torch.utils.data import DataLoader, Dataset


class MadeUpImages(Dataset):
    def __len__(self):
        return 40_000

    def __getitem__(self, index):
        generator = torch.Generator().manual_seed(index)
        return torch.randn(3, 32, 32, generator=generator), index % 10


def main():
    model = torchvision.models.mobilenet_v3_small(weights=None, num_classes=10).eval()
    right = 0
    with torch.inference_mode():
        for images, labels in DataLoader(MadeUpImages(), batch_size=4, num_workers=2):
            right += (model(images).argmax(1) == labels).sum().item()
    print("right:", right)


if __name__ == "__main__":
    main()
