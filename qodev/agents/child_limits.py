"""Limits that the render child sets on itself before it looks at any template (S91).

On macOS the memory limit does not bind, so a thread of the child watches its own size; on Windows a job object holds
memory, time and the number of processes.
"""

import os
import sys
import threading

MEMORY_BYTES = 512 * 1024 * 1024
AGENT_S = 2.0
EXIT_TIME = 76  # exit codes that say which limit was broken; a signal says it as well
EXIT_MEMORY = 77
_POLL_S = 0.05


class OwnLimits:
    """Takes the limits of this process; `next_agent` gives the next agent its own two seconds."""

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None
        if sys.platform == "darwin":
            _watch_memory()
        if sys.platform == "win32":
            _enter_job()
        else:
            _limit_posix()

    def next_agent(self) -> None:
        """Starts the clocks anew."""
        if sys.platform == "win32":
            self._restart_timer()
        else:
            _restart_posix()

    def _restart_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(AGENT_S, os._exit, (EXIT_TIME,))
        self._timer.daemon = True
        self._timer.start()


if sys.platform != "win32":
    import resource
    import signal

    def _limit_posix() -> None:
        for name, figure in (
            ("RLIMIT_AS", MEMORY_BYTES),
            ("RLIMIT_FSIZE", 0),
            ("RLIMIT_NPROC", 0),
            ("RLIMIT_CORE", 0),
            ("RLIMIT_NOFILE", 32),
        ):
            _limit(name, figure)

    def _limit(name: str, figure: int) -> None:
        kind = getattr(resource, name, None)
        if kind is None:
            return
        try:
            resource.setrlimit(kind, (figure, figure))
        except (ValueError, OSError):
            return  # macOS refuses some of them; the watching thread is there for memory

    def _restart_posix() -> None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        # Whole seconds only, so up to one more than the wall clock below allows.
        figure = int(used.ru_utime + used.ru_stime + AGENT_S) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (figure, hard))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, AGENT_S)

    def _watch_memory() -> None:
        def watch() -> None:
            stop = threading.Event()
            while not stop.wait(_POLL_S):
                if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > MEMORY_BYTES:  # bytes on macOS
                    os._exit(EXIT_MEMORY)

        threading.Thread(target=watch, name="memory", daemon=True).start()


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _LIMIT_ACTIVE_PROCESS = 0x0008
    _LIMIT_PROCESS_MEMORY = 0x0100
    _LIMIT_KILL_ON_CLOSE = 0x2000
    _EXTENDED_LIMITS = 9

    class _BasicLimits(ctypes.Structure):
        _fields_ = (
            ("per_process_time", ctypes.c_int64),
            ("per_job_time", ctypes.c_int64),
            ("flags", wintypes.DWORD),
            ("smallest_set", ctypes.c_size_t),
            ("largest_set", ctypes.c_size_t),
            ("processes", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("priority", wintypes.DWORD),
            ("scheduling", wintypes.DWORD),
        )

    class _ExtendedLimits(ctypes.Structure):
        _fields_ = (
            ("basic", _BasicLimits),
            ("io_counters", ctypes.c_uint64 * 6),
            ("process_memory", ctypes.c_size_t),
            ("job_memory", ctypes.c_size_t),
            ("peak_process_memory", ctypes.c_size_t),
            ("peak_job_memory", ctypes.c_size_t),
        )

    def _enter_job() -> None:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = wintypes.HANDLE
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.SetInformationJobObject.argtypes = (wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD)
        kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
        job = kernel.CreateJobObjectW(None, None)
        limits = _ExtendedLimits()
        limits.basic.flags = _LIMIT_ACTIVE_PROCESS | _LIMIT_PROCESS_MEMORY | _LIMIT_KILL_ON_CLOSE
        limits.basic.processes = 1
        limits.process_memory = MEMORY_BYTES
        size = ctypes.sizeof(limits)
        is_set = kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), size)
        if not is_set or not kernel.AssignProcessToJobObject(job, kernel.GetCurrentProcess()):
            raise OSError(ctypes.get_last_error(), "the job object cannot be entered")
