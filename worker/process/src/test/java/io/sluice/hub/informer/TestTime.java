package io.sluice.hub.informer;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ThrowingRunnable;

/** Lets a test beside a hub wait: in the time of the machine, or in one that passes at once. */
public interface TestTime {
  Instant now();

  /** Lets time pass. */
  void advance(Duration span);

  /** Lets time pass until this holds. */
  void soon(ThrowingRunnable check);

  /** Lets time pass, in which this holds all the time. */
  void stays(Duration span, ThrowingRunnable check);

  /** Lets time pass until this has held for so long. */
  void quiet(Duration span, BooleanSupplier idle);
}
