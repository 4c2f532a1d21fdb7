// SPDX-License-Identifier: Apache-2.0
#include "storage/sqlite/file_system.h"

#include <array>
#include <string_view>
#include <sys/vfs.h>

namespace storage {

namespace {

struct FileSystem {
    std::int64_t type;
    std::string_view name;
};

// From statfs(2) and linux/magic.h. FUSE also carries local ones (ntfs-3g), but sshfs and the
// like cannot be told apart, and the rollback journal is right on both.
constexpr std::array networkFileSystems {
    FileSystem {0x6969, "NFS"},
    FileSystem {0x517B, "SMB"},
    FileSystem {0xFF534D42, "CIFS"},
    FileSystem {0xFE534D42, "SMB2"},
    FileSystem {0x65735546, "FUSE"},
    FileSystem {0x01021997, "9P"},
    FileSystem {0x00C36400, "Ceph"},
    FileSystem {0x0BD00BD0, "Lustre"},
    FileSystem {0x5346414F, "AFS"},
    FileSystem {0x6B414653, "AFS"},
    FileSystem {0x73757245, "Coda"},
    FileSystem {0x7461636F, "OCFS2"},
    FileSystem {0x01161970, "GFS2"},
    FileSystem {0x47504653, "GPFS"},
    FileSystem {0x19830326, "BeeGFS"},
    FileSystem {0x786F4256, "VirtualBox share"},
};

} // namespace

std::optional<std::string> networkFileSystem(std::int64_t statfsType)
{
    const auto type = statfsType & 0xFFFFFFFF; // some kernels sign-extend it
    for (const auto& entry : networkFileSystems)
        if (entry.type == type)
            return std::string(entry.name);
    return std::nullopt;
}

std::optional<std::string> networkFileSystemOf(const std::filesystem::path& path)
{
    struct statfs information { };

    if (statfs(path.c_str(), &information) != 0)
        return std::nullopt;
    return networkFileSystem(static_cast<std::int64_t>(information.f_type));
}

} // namespace storage
