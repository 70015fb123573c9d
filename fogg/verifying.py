"""Verifying side by side: each game and number of players in a process of its own, as many at a time as are wanted.

What a process finds out it sends back without z3's formulas; the games that it found come as moves, and their
instances are made again of the game's id.
"""

from __future__ import annotations

import io
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any

from fogg.stopping import stoppable
from spec.language.errors import FoggError, Malformed

if TYPE_CHECKING:
    from spec.language.data import BoardData
    from spec.language.game import Game
    from spec.lowering.instance import Instance
    from verification.induction import Induction
    from verification.queries import Answer, Listener
    from verification.second_process import SecondSolver
    from verification.verdicts import Result

RUN = "from fogg.verifying import serve; serve()"

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Task:
    """What to find out about a game for a number of players; `properties` by name, those of every game in `free`.

    `choices` are settings and readings by id. With `lean` no invariants are shown but those that are needed. `asks`
    tells whether cvc5 is asked, and `without` what to say if not. Games are looked for `effort` times as long as usual.
    With `counts` it is done for each of these numbers of players, one after the other.
    """

    game: str
    players: int
    properties: tuple[str, ...]
    free: tuple[str, ...]
    board: str | None
    choices: Mapping[str, str]
    lean: bool
    lemmas: bool
    smt2: str | None
    asks: bool
    without: str
    effort: int = 1
    counts: tuple[int, ...] = ()

    @property
    def who(self) -> str:
        """The game and the number of players, in words."""
        return f"{self.game} with {' or '.join(map(str, self.counts or (self.players,)))} players"

    @property
    def names(self) -> tuple[str, ...]:
        """Everything to find out, in the order in which it is told."""
        return (*self.properties, *self.free)


@dataclass(frozen=True)
class Done:
    """What came of a task, in order; `stopped` if Ctrl-C ended it, so that some of it may be missing."""

    results: list[Result]
    stopped: bool


def verified(tasks: Sequence[Task], processes: int, progress: Progress | None) -> list[Done]:
    """What comes of each task, in the order of the tasks; on Ctrl-C what came of it by then."""
    if processes > 1 and len(tasks) > 1 and os.name == "posix":
        return _side_by_side(tasks, processes, progress)
    done: list[Done] = []
    for task in tasks:
        stopped = bool(done) and done[-1].stopped
        done.append(Done([], True) if stopped else verify_here(task, progress))
    return done


def verify_here(task: Task, progress: Progress | None) -> Done:
    """Do a task in this process."""
    from verification.opinions import with_opinions

    found: list[Result] = []
    second, stopped = None, False
    with ExitStack() as stack:
        try:
            step = stack.enter_context(stoppable(progress))
            second, listeners = listening(task.asks, task.smt2, stack)
            _verify(task, listeners, step, found.append)
            results = with_opinions(found, second, task.without)
        except KeyboardInterrupt:
            stopped = True
            results = with_opinions(found, second, task.without, wait=False)
    return Done(sorted(results, key=lambda one: task.names.index(one.property)), stopped)


def listening(asks: bool, smt2: str | None, stack: ExitStack) -> tuple[SecondSolver | None, list[Listener]]:
    """Who sees every answer of z3: the second solver, and who writes the questions down."""
    from verification.second_opinion import written_to
    from verification.second_process import SecondSolver

    second = stack.enter_context(SecondSolver()) if asks else None
    listeners: list[Listener] = [] if second is None else [second]
    if smt2 is not None:
        try:
            listeners.append(written_to(Path(smt2)))
        except OSError as error:
            raise Malformed.one(f"cannot write into {smt2}: {error.strerror}", "give the path of a folder") from error
    return second, listeners


def grounds_of(rules: Game) -> list[BoardData]:
    """The boards that come with a game."""
    from fogg.setup import ready_board
    from graphs.loading import board_files

    return [ready_board(name, rules) for name in board_files(rules)]


def usable_processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _verify(task: Task, listeners: list[Listener], step: Progress, tell: Callable[[Result], None]) -> None:
    from fogg.options import checked_choices
    from fogg.setup import find_game, ready_board, small_board
    from verification.free.job import verify_free
    from verification.proofs import verify
    from verification.queries import Effort

    rules = find_game(task.game)
    board = ready_board(task.board, rules) if task.board is not None else None
    at_hand, grounds, choices = board or small_board(rules), grounds_of(rules), checked_choices(rules, task.choices)
    made: list[Induction] = []
    if task.properties:
        verify(
            rules, names=task.properties, players=[task.players], board=board, at_hand=at_hand, grounds=grounds,
            choices=choices, listeners=listeners, progress=step, tell=tell,
            effort=Effort(lean=task.lean, lemmas=task.lemmas, facts=True).times(task.effort), made=made,
        )
    verify_free(
        rules, names=task.free, players=task.counts or [task.players], board=board, at_hand=at_hand, grounds=grounds,
        choices=choices, listeners=listeners, progress=step, tell=tell, made=made, effort=Effort().times(task.effort),
    )


def _side_by_side(tasks: Sequence[Task], processes: int, progress: Progress | None) -> list[Done]:
    """Do tasks in processes; those of several numbers of players, or of most, take longest and are begun first."""
    waiting = sorted(range(len(tasks)), key=lambda at: (len(tasks[at].counts), tasks[at].players))
    running: dict[int, _Worker] = {}
    told: dict[int, Done] = {}
    heard: SimpleQueue[tuple[int, Any]] = SimpleQueue()
    steps: dict[int, str] = {}
    stopped = False
    with ExitStack() as stack:
        step = stack.enter_context(stoppable(progress))
        while running or waiting:
            try:
                while waiting and len(running) < processes:
                    at = waiting.pop()
                    running[at] = stack.enter_context(_Worker(at, tasks[at], heard))
                at, said = heard.get()
                match said:
                    case str():
                        steps[at] = f"{tasks[at].who}: {said}"
                        step(" | ".join(steps[one] for one in sorted(steps)))
                    case Done():
                        told[at] = said
                        running.pop(at).close()
                        steps.pop(at, None)
                    case _:
                        raise said if isinstance(said, FoggError) else FoggError(
                            f"verifying {tasks[at].who} broke off: {said}"
                        )
            except KeyboardInterrupt:
                if stopped:
                    break  # whoever does not want to wait for what is found so far
                waiting, stopped = [], True
                for worker in running.values():
                    worker.stop()
    return [told.get(at, Done([], True)) for at in range(len(tasks))]


class _Worker:
    """A process that does one task; what it says is put into `heard`, beside the number of the task."""

    def __init__(self, at: int, task: Task, heard: SimpleQueue[tuple[int, Any]]) -> None:
        # The path makes the child find the same modules, wherever it was started from; -P keeps out the folder it is
        # started from. Ctrl-C in a terminal goes to everybody in a session: the child is told of it by its parent.
        path = os.pathsep.join(one or os.getcwd() for one in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", RUN], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path}, start_new_session=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(BrokenPipeError), self._process.stdin as pipe:
            pickle.dump(task, pipe)
        self._thread = threading.Thread(target=_listen, args=(at, self._process.stdout, heard), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Have it say what it has found so far, and end."""
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGINT)

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, whether it has told anything or not; nothing happens if it was ended before."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)  # its second solver too
        self._process.wait()
        self._thread.join()


def _listen(at: int, pipe: IO[bytes], heard: SimpleQueue[tuple[int, Any]]) -> None:
    """Take up what a process says until it ends; that it ends without a result is told, too."""
    try:
        with pipe:
            while not isinstance(said := pickle.load(pipe), (Done, FoggError)):
                heard.put((at, said))
            heard.put((at, said))
    except Exception as error:  # whatever it is, whoever waits for the result must hear that none comes
        heard.put((at, error))


def serve() -> None:
    """What the process does: read a task, tell of every step, and then of the results."""
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # so that nothing else gets among what is told
    task: Task = pickle.load(sys.stdin.buffer)

    def tell(said: object) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # half of it would spoil all that follows
        try:
            target.write(told_in_bytes(said))
            target.flush()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

    try:
        tell(verify_here(task, tell))
    except KeyboardInterrupt:
        tell(Done([], True))
    except FoggError as error:
        tell(FoggError(str(error)))
    except BrokenPipeError:
        sys.exit(1)  # nobody listens any more


def told_in_bytes(said: object) -> bytes:
    """What a process says as bytes, for `pickle.loads`: answers without their formulas, instances by their games."""
    buffer = io.BytesIO()
    _Teller(buffer).dump(said)
    return buffer.getvalue()


class _Teller(pickle.Pickler):
    def reducer_override(self, obj: object) -> Any:
        from spec.lowering.instance import Instance
        from verification.queries import Answer

        match obj:
            case Answer():
                return _answer, (obj.question.name, obj.plain)
            case Instance():
                choices = {setting.id: number for setting, number in obj.choices.items()}
                return _instance, (obj.game.id, obj.players, obj.board, choices, obj.begin)
            case _:
                return NotImplemented


def _answer(name: str, plain: bool) -> Answer:
    """An answer of which only the name of the question is left."""
    from verification.queries import Answer, Question, Status

    return Answer(Question(name, (), 1), Status.FOLLOWS, plain=plain)


def _instance(
    game: str, players: int, board: BoardData, choices: Mapping[str, int], begin: tuple[int, ...] | None
) -> Instance:
    from fogg.setup import find_game
    from spec.lowering.instance import Instance

    rules = find_game(game)
    return Instance(rules, players, board, {rules.settings[id_]: made for id_, made in choices.items()}, begin)
