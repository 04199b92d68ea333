package io.sluice.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.hub.HubPatience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import okio.Buffer;
import okio.BufferedSource;
import okio.Okio;
import okio.Source;
import okio.Timeout;
import org.junit.jupiter.api.Test;

/** A body is closed by one thread while another one reads it. */
class GuardedSourceTest {
  private final CountDownLatch reading = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final AtomicBoolean closedDuringRead = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Writes into the buffer when it is interrupted: an event came at that moment. */
  private final class Hub implements Source {
    private boolean inRead;

    @Override
    public long read(Buffer sink, long most) {
      inRead = true;
      reading.countDown();
      await(interrupted);
      sink.writeUtf8("event");
      inRead = false;
      return 5;
    }

    @Override
    public Timeout timeout() {
      return Timeout.NONE;
    }

    @Override
    public void close() {
      closed.set(true);
      closedDuringRead.set(inRead);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void itIsClosedOnceTheReadHasEnded() throws Exception {
    BufferedSource guarded = GuardedSource.of(Okio.buffer(new Hub()), interrupted::countDown);
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return guarded.readByteArray(5);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    await(reading);
    guarded.close();

    assertThat(read.get()).isEqualTo("event".getBytes(StandardCharsets.UTF_8));
    HubPatience.await().untilTrue(closed);
    assertThat(closedDuringRead).isFalse();
    assertThat(guarded.isOpen()).isFalse();
  }

  @Test
  void oneThatNobodyReadsIsClosedAtOnce() throws IOException {
    BufferedSource guarded =
        GuardedSource.of(Okio.buffer((Source) new Buffer().writeUtf8("event")), () -> {});
    assertThat(guarded.readUtf8(2)).isEqualTo("ev");
    guarded.close();
    assertThatThrownBy(guarded::readByte).hasMessageContaining("closed");
  }

  @Test
  void itsFailuresAreThoseOfTheSource() {
    BufferedSource guarded = GuardedSource.of(Okio.buffer((Source) new Buffer()), () -> {});
    assertThatThrownBy(guarded::readByte).isInstanceOf(java.io.EOFException.class);
  }
}
