"""BL-lstm, the baseline that learns: a bidirectional LSTM over the turns of a dialogue.

As DE2 section 2.5 names it. A turn is the mean of what its characters or words are embedded as;
the LSTM reads the turns both ways; from that and the last turn, a softmax for each scale gives
the estimate. Several networks
are trained from different seeds, and the estimate is the mean of theirs.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from oq_core.baselines.losses import loss_of
from oq_core.baselines.texts import Text
from oq_core.baselines.units import FIRST_UNIT, Settings, encoded, known_units, normalised
from oq_core.data.collection import DataError
from oq_core.data.distributions import Distributions
from oq_core.data.scores import counted
from oq_core.progress import Progress, silent

#: The part of the training dialogues that tells when to stop.
_HELD_OUT = 8
_USUAL = Settings()


@dataclass(frozen=True, eq=False)
class Network:
    """A network that was trained, and what it says.

    Attributes
    ----------
    seed : int
    fold : int
        Which fold it was not trained on; 0 if there are no folds.
    losses, held_out : tuple of float
        The mean loss of training and of held-out dialogues, by epoch.
    estimates : mapping of str to ndarray of float64, shape (n, L)
        By scale, for the instances that it was asked about.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.baselines.lstm import Network
    >>> Network(0, 0, (1.1, 0.9), (1.2, 1.0), {"A": np.array([[0.5, 0.5]])})
    Network(seed=0, fold=0, losses=(1.1, 0.9), held_out=(1.2, 1.0))
    """

    seed: int
    fold: int
    losses: tuple[float, ...]
    held_out: tuple[float, ...]
    estimates: Mapping[str, Distributions] = field(repr=False)


def learn(
    texts: Sequence[Text],
    gold: Mapping[str, Distributions],
    asked: Sequence[Text],
    settings: Settings = _USUAL,
    progress: Progress = silent,
) -> list[Network]:
    """Train a network for each seed, and estimate how other texts are rated.

    Parameters
    ----------
    texts : sequence of n Text
    gold : mapping of str to ndarray of float64, shape (n, L)
        By scale.
    asked : sequence of m Text
        What to estimate; its gold is not needed.
    settings : Settings
    progress : callable

    Returns
    -------
    list of Network
        Their estimates have the shape (m, L). The same input gives the same bits.

    Raises
    ------
    ValueError
        If the loss is unknown, or the texts are of a single dialogue.
    DataError
        If Keras and JAX are not installed.

    Examples
    --------
    What changes in steps cannot be trained on:

    >>> from oq_core.baselines import Settings
    >>> from oq_core.baselines.lstm import learn
    >>> learn([], {}, [], Settings(loss="DNKT"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: DNKT cannot be trained on: it changes in steps, so that its slope is 0 or ...
    """
    return _Trainer(gold, settings).networks(texts, gold, asked, 0, progress)


def cross_validate(
    texts: Sequence[Text],
    gold: Mapping[str, Distributions],
    folds: int = 5,
    settings: Settings = _USUAL,
    progress: Progress = silent,
) -> tuple[npt.NDArray[np.int64], list[Network]]:
    """Estimate every fold of dialogues by networks that were trained on the others.

    Returns
    -------
    tuple of ndarray of int64, shape (n,), and list of Network
        The fold of each instance, from 1 on; instances of a dialogue are in the same. And the
        networks, a fold after the other; each estimates its own fold.

    Raises
    ------
    ValueError
        As `learn`; or if there are fewer than two folds, or fewer dialogues than folds.
    DataError
        If Keras and JAX are not installed.

    Examples
    --------
    >>> from oq_core.baselines.lstm import cross_validate
    >>> cross_validate([], {})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: 5 folds cannot be made of 0 dialogues: give 2 or more, and no more than there ...
    """
    names = sorted({text.dialogue for text in texts})
    if not 2 <= folds <= len(names):
        raise ValueError(
            f"{folds} folds cannot be made of {counted(len(names), 'dialogue')}: give 2 or more, "
            "and no more than there are dialogues"
        )
    order = np.random.default_rng(0).permutation(len(names))
    fold_of = {names[place]: 1 + number % folds for number, place in enumerate(order)}
    of = np.array([fold_of[text.dialogue] for text in texts])
    trainer, found = _Trainer(gold, settings), list[Network]()
    for fold in range(1, folds + 1):
        inside, outside = np.flatnonzero(of != fold), np.flatnonzero(of == fold)

        def tell(share: float, words: str, fold: int = fold) -> None:
            progress((fold - 1 + share) / folds, f"fold {fold} of {folds}, {words}")

        found += trainer.networks(
            [texts[row] for row in inside.tolist()],
            {scale: each[inside] for scale, each in gold.items()},
            [texts[row] for row in outside.tolist()],
            fold,
            tell,
        )
    return of, found


class _Trainer:
    """One model that begins anew for each network: compiling takes longer than training."""

    def __init__(self, gold: Mapping[str, Distributions], settings: Settings) -> None:
        loss, keras = loss_of(settings.loss), _keras()
        self.keras, self.settings = keras, settings
        self.classes = {scale: each.shape[-1] for scale, each in gold.items()}
        self.model = _model(keras, self.classes, settings)
        self.model.compile(
            keras.optimizers.Adam(settings.rate),
            loss={scale: lambda gold, found: loss(keras.ops, gold, found) for scale in gold},
        )
        self.model.optimizer.build(self.model.trainable_variables)
        self.start = [np.array(each.value) for each in self.model.optimizer.variables]

    def networks(
        self,
        texts: Sequence[Text],
        gold: Mapping[str, Distributions],
        asked: Sequence[Text],
        fold: int,
        progress: Progress,
    ) -> list[Network]:
        """A network for each seed."""
        dialogues = np.array([text.dialogue for text in texts])
        names = np.unique(dialogues)
        if len(names) < 2:
            raise ValueError("one dialogue is too few to learn from: some are held out")
        found = []
        for number, seed in enumerate(self.settings.seeds):
            held = np.random.default_rng(seed).choice(
                names, max(1, len(names) // _HELD_OUT), replace=False
            )
            is_held = np.isin(dialogues, held)
            rows, held_rows = np.flatnonzero(~is_held), np.flatnonzero(is_held)
            units = known_units([texts[row] for row in rows.tolist()], self.settings)
            read, questions = (encoded(each, units, self.settings) for each in (texts, asked))
            prefix = f"network {number + 1} of {len(self.settings.seeds)}"

            def tell(epoch: int, logs: Any, number: int = number, prefix: str = prefix) -> None:
                progress(
                    (number + (epoch + 1) / self.settings.epochs) / len(self.settings.seeds),
                    f"{prefix}, epoch {epoch + 1}, loss {logs['loss']:.4f}, "
                    f"on held-out dialogues {logs['val_loss']:.4f}",
                )

            self._restart(seed)
            inputs, targets, weights = self._batches(read, gold, rows)
            callbacks = self.keras.callbacks
            history = self.model.fit(
                inputs,
                targets,
                sample_weight=weights,
                validation_data=self._batches(read, gold, held_rows),
                validation_batch_size=self.settings.batch,
                epochs=self.settings.epochs,
                batch_size=self.settings.batch,
                verbose=0,
                callbacks=[
                    callbacks.EarlyStopping(
                        patience=self.settings.patience, restore_best_weights=True
                    ),
                    callbacks.LambdaCallback(on_epoch_end=tell),
                ],
            ).history
            asked_rows = self._filled(np.arange(len(asked)))[0]
            shares = self.model.predict(questions[asked_rows], self.settings.batch, verbose=0)
            found.append(
                Network(
                    *(seed, fold, tuple(history["loss"]), tuple(history["val_loss"])),
                    {scale: normalised(each[: len(asked)]) for scale, each in shares.items()},
                )
            )
        return found

    def _restart(self, seed: int) -> None:
        self.keras.utils.set_random_seed(seed)
        fresh = _model(self.keras, self.classes, self.settings)
        for ours, theirs in zip(self.model.variables, fresh.variables, strict=True):
            ours.assign(theirs)
        for ours, theirs in zip(self.model.optimizer.variables, self.start, strict=True):
            ours.assign(theirs)

    def _batches(
        self,
        read: npt.NDArray[np.int32],
        gold: Mapping[str, Distributions],
        rows: npt.NDArray[np.intp],
    ) -> tuple[Any, ...]:
        """Input, gold and weights of these rows."""
        rows, weights = self._filled(rows)
        return (
            read[rows],
            {scale: each[rows] for scale, each in gold.items()},
            dict.fromkeys(gold, weights),
        )

    def _filled(
        self, rows: npt.NDArray[np.intp]
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]:
        """Rows to whole batches, as each size of batch is compiled; those that fill weigh 0."""
        extra = -len(rows) % self.settings.batch
        weights = np.repeat([1 + extra / len(rows), 0.0], [len(rows), extra])
        return np.concatenate([rows, np.repeat(rows[:1], extra)]), weights


def check_installed() -> None:
    """Raise the DataError that says how to install Keras and JAX, if they are not there."""
    if not all(find_spec(name) for name in ("keras", "jax")):
        raise DataError(
            "BL-lstm needs Keras and JAX, which are not installed. Install them with "
            "pip install '.[lstm]' in a copy of this project, or pip install keras jax."
        )


def _keras() -> Any:
    check_installed()
    os.environ.setdefault("KERAS_BACKEND", "jax")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import keras  # noqa: PLC0415 - seconds, and hundreds of MB, that only this needs

    return keras


def _model(keras: Any, classes: Mapping[str, int], settings: Settings) -> Any:
    layers, ops = keras.layers, keras.ops
    read = keras.Input((settings.turns, settings.length + 1), dtype="int32")
    there = ops.cast(ops.not_equal(read, 0), "float32")[..., None]
    embedded = layers.Embedding(FIRST_UNIT + settings.vocabulary, settings.size)(read)
    turns = ops.sum(embedded * there, axis=2) / ops.maximum(ops.sum(there, axis=2), 1)
    turns = layers.Dropout(settings.dropout)(turns)
    dialogue = layers.Bidirectional(layers.LSTM(settings.size))(turns)
    # What is rated, or how a dialogue ends, is read once more.
    dialogue = layers.Dropout(settings.dropout)(ops.concatenate([dialogue, turns[:, -1]], axis=-1))
    heads = {
        # Names of scales may have signs that names of layers may not.
        scale: layers.Dense(count, activation="softmax", name=f"scale_{number}")(dialogue)
        for number, (scale, count) in enumerate(classes.items())
    }
    return keras.Model(read, heads)
