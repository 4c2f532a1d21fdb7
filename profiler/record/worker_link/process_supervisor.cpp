// SPDX-License-Identifier: Apache-2.0
// Everything here runs after fork() in a process that may have had threads: no allocation, no
// stdio, no locks.
#include "profiler/record/worker_link/process_supervisor.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace profiler {
namespace {

constexpr int channelFd = 4;
constexpr int firstOtherFd = 5;
constexpr int parkingFd = 16; // descriptors wait above it until their places are free

void closeFrom(int first)
{
    if (::syscall(SYS_close_range, first, ~0U, 0) == 0)
        return;
    for (int fd = first; fd < 65536; ++fd) // before Linux 5.9
        ::close(fd);
}

void report(SupervisorReportKind kind, int value)
{
    const SupervisorReport message {.kind = kind, .value = value};
    [[maybe_unused]] const auto sent
        = ::send(channelFd, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void placeDescriptors(const SupervisorArguments& arguments)
{
    const std::array<int, 5> sources {arguments.standardInput, arguments.standardOutput,
        arguments.standardError, arguments.control, arguments.channel};
    std::array<int, 5> parked {};
    for (std::size_t i = 0; i < sources.size(); ++i)
        parked.at(i) = ::fcntl(sources.at(i), F_DUPFD, parkingFd);
    for (std::size_t i = 0; i < parked.size(); ++i)
        ::dup2(parked.at(i), static_cast<int>(i));
    closeFrom(firstOtherFd);
}

void restoreSignals()
{
    for (int signal = 1; signal < NSIG; ++signal)
        ::signal(signal, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void refuse(int news, SupervisorReportKind kind)
{
    const SupervisorReport message {.kind = kind, .value = errno};
    [[maybe_unused]] const auto written = ::write(news, &message, sizeof message);
    ::_exit(127);
}

/// `news` closes by itself when the program starts; before, it takes the reason why it does not.
[[noreturn]] void becomeWorker(const SupervisorArguments& arguments, pid_t supervisor, int news)
{
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != supervisor)
        ::_exit(127);
    restoreSignals();
    // A core file of a process that holds a model takes minutes to write.
    rlimit core {};
    ::getrlimit(RLIMIT_CORE, &core);
    core.rlim_cur = 0;
    ::setrlimit(RLIMIT_CORE, &core);
    ::fcntl(channelFd, F_SETFD, FD_CLOEXEC);
    if (arguments.directory != nullptr && ::chdir(arguments.directory) != 0)
        refuse(news, SupervisorReportKind::NoDirectory);
    ::execve(arguments.program, arguments.argv, arguments.environment);
    refuse(news, SupervisorReportKind::NotExecuted);
}

/// The parent of a process by /proc/PID/stat; 0 when it cannot be told.
long parentOf(const char* pid)
{
    std::array<char, 64> path {"/proc/"};
    std::size_t end = std::strlen(path.data());
    for (const char* c = pid; *c != '\0' && end < path.size() - 6; ++c)
        path.at(end++) = *c;
    std::memcpy(path.data() + end, "/stat", 6);
    const int fd = ::open(path.data(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    std::array<char, 512> text {};
    const auto length = ::read(fd, text.data(), text.size() - 1);
    ::close(fd);
    if (length <= 0)
        return 0;
    // "pid (name) S parent …"; the name may hold brackets and spaces, but is the last in brackets.
    const char* c = std::strrchr(text.data(), ')');
    if (c == nullptr || std::strlen(c) < 5)
        return 0;
    long parent = 0;
    for (c += 4; *c >= '0' && *c <= '9'; ++c)
        parent = parent * 10 + (*c - '0');
    return parent;
}

struct DirectoryEntry {
    std::uint64_t inode;
    std::int64_t offset;
    std::uint16_t length;
    std::uint8_t type;
    char name[1];
};

bool isNumber(const char* text)
{
    return *text >= '0' && *text <= '9';
}

void killChildren()
{
    const int proc = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0)
        return;
    alignas(DirectoryEntry) std::array<char, 8192> buffer {};
    const long self = ::getpid();
    for (;;) {
        const long length = ::syscall(SYS_getdents64, proc, buffer.data(), buffer.size());
        if (length <= 0)
            break;
        for (long at = 0; at < length;) {
            // The kernel lays records out in the buffer; offsetof(name) is 19 there as here.
            const auto* entry = reinterpret_cast<const DirectoryEntry*>(buffer.data() + at);
            if (isNumber(entry->name) && parentOf(entry->name) == self) {
                pid_t pid = 0;
                for (const char* c = entry->name; isNumber(c); ++c)
                    pid = pid * 10 + (*c - '0');
                ::kill(pid, SIGKILL);
            }
            at += entry->length;
        }
    }
    ::close(proc);
}

/// Reaps what ended; true when no child is left. `status` is set when the worker is among them.
bool reap(pid_t worker, bool& workerEnded, int& status)
{
    for (;;) {
        int ended = 0;
        const pid_t pid = ::waitpid(-1, &ended, WNOHANG);
        if (pid < 0)
            return errno == ECHILD;
        if (pid == 0)
            return false;
        if (pid == worker) {
            workerEnded = true;
            status = ended;
        }
    }
}

[[noreturn]] void endAll(pid_t worker, bool workerEnded, int status)
{
    const bool reported = workerEnded;
    if (workerEnded)
        report(SupervisorReportKind::Exited, status);
    else
        ::kill(-worker, SIGKILL); // the quick way for most; its group cannot be another's yet
    constexpr timespec pause {.tv_sec = 0, .tv_nsec = 5'000'000};
    for (int tries = 0; tries < 1000; ++tries) {
        // Each death hands the next generation to this subreaper, until nobody is left.
        killChildren();
        if (reap(worker, workerEnded, status))
            break;
        ::nanosleep(&pause, nullptr);
    }
    if (workerEnded && !reported)
        report(SupervisorReportKind::Exited, status);
    ::_exit(0);
}

[[noreturn]] void watch(pid_t worker, int childSignals)
{
    std::array<pollfd, 2> waits {
        {{.fd = channelFd, .events = POLLIN}, {.fd = childSignals, .events = POLLIN}}};
    bool workerEnded = false;
    int status = 0;
    for (;;) {
        ::poll(waits.data(), waits.size(), -1);
        if (waits[1].revents != 0) {
            signalfd_siginfo ignored {};
            [[maybe_unused]] const auto got = ::read(childSignals, &ignored, sizeof ignored);
            reap(worker, workerEnded, status);
        }
        // The recorder never writes: readable means that it closed its end or is dead.
        if (workerEnded || waits[0].revents != 0)
            endAll(worker, workerEnded, status);
    }
}

} // namespace

void runSupervisor(const SupervisorArguments& arguments)
{
    ::setsid();
    ::prctl(PR_SET_NAME, "fusescope-keep");
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    placeDescriptors(arguments);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM})
        ::signal(signal, SIG_IGN);
    ::signal(SIGCHLD, SIG_DFL);
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    ::pthread_sigmask(SIG_SETMASK, &child, nullptr);
    const int childSignals = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    const pid_t self = ::getpid();
    std::array<int, 2> news {-1, -1};
    [[maybe_unused]] const int made = ::pipe2(news.data(), O_CLOEXEC);
    const pid_t worker = ::_Fork(); // async-signal-safe, unlike fork
    if (worker == 0)
        becomeWorker(arguments, self, news[1]);
    if (worker < 0) {
        report(SupervisorReportKind::NotExecuted, errno);
        ::_exit(127);
    }
    ::close(news[1]);
    SupervisorReport refusal;
    if (::read(news[0], &refusal, sizeof refusal) == sizeof refusal) {
        report(refusal.kind, refusal.value);
        ::_exit(127);
    }
    ::close(news[0]);
    // The supervisor holds nothing of the worker's: ends of files must mean that the worker is
    // gone.
    for (int fd = 0; fd <= workerControlFd; ++fd)
        ::close(fd);
    report(SupervisorReportKind::Started, worker);
    watch(worker, childSignals);
}

} // namespace profiler
