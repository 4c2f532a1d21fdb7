# SPDX-License-Identifier: Apache-2.0
"""A worker of a script: commands on a second thread, the script on the main one."""

from fusescope_worker import lifetime
from fusescope_worker.pristine import signal, threading, traceback
from fusescope_worker.script.handover import ENDED, Handover


def serve_beside_script(run_commands):
    """Does not return: with the last command the process ends, wherever the script stands."""
    handover = Handover()

    def serve():
        code = 1
        try:
            code = run_commands(handover)
        except BaseException:
            traceback.print_exc()
        _end(code, handover)

    threading.Thread(target=serve, name="fusescope-commands", daemon=True).start()
    try:
        handover.serve()
        handover.program.run()
        if not handover.going and isinstance(handover.program.outcome, lifetime.Terminated):
            raise handover.program.outcome
        while True:
            handover.park(ENDED)
    except lifetime.Terminated:  # while nobody waits for the script
        _end(128 + signal.SIGTERM, handover)


def _end(code, handover):
    """The script is not run on: what it printed is written, what it would do at its end is not done."""
    handover.wake()  # what rests would outlive this process
    lifetime.end_at_once(code)
