package io.sluice.hub.informer;

import static io.sluice.process.Patience.await;

import io.sluice.process.Patience;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ThrowingRunnable;

/** Waits as long as it takes on this machine: for what a hub or its connections do themselves. */
public final class MachineTime implements TestTime {
  private static final Duration LOOK = Duration.ofMillis(50);

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public void advance(Duration span) {
    Instant end = now().plus(span);
    await().pollInterval(LOOK).until(() -> !now().isBefore(end));
  }

  @Override
  public void soon(ThrowingRunnable check) {
    await().pollInterval(LOOK).untilAsserted(check);
  }

  @Override
  public void stays(Duration span, ThrowingRunnable check) {
    Patience.stays(span, () -> run(check));
  }

  @Override
  public void quiet(Duration span, BooleanSupplier idle) {
    await().during(span).pollInterval(LOOK).until(idle::getAsBoolean);
  }

  static void run(ThrowingRunnable check) {
    try {
      check.run();
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
