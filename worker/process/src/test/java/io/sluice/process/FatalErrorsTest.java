package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class FatalErrorsTest {
  private final List<Integer> halts = new CopyOnWriteArrayList<>();
  private final FatalErrors errors = new FatalErrors(halts::add);

  @Test
  void anErrorThatNoCodeHandlesEndsTheProcess() {
    end(new NoClassDefFoundError("io/sluice/Missing"));
    await().until(() -> halts.equals(List.of(3)));
  }

  @Test
  void anExceptionEndsItsThreadOnly() throws InterruptedException {
    end(new IllegalStateException("a bug")).join();
    assertThat(halts).isEmpty();
  }

  private Thread end(Throwable failure) {
    Thread thread =
        new Thread(
            () -> {
              if (failure instanceof Error error) {
                throw error;
              }
              throw (RuntimeException) failure;
            });
    thread.setUncaughtExceptionHandler(errors);
    thread.start();
    return thread;
  }
}
