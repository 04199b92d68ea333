package io.sluice.hub.informer;

import static io.sluice.hub.HubPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ObjectQueueTest {
  private static final int MEBIBYTE = 1 << 20;

  private final List<Integer> read = new CopyOnWriteArrayList<>();
  private final CountDownLatch go = new CountDownLatch(1);

  private ObjectQueue queue() {
    return new ObjectQueue("objects", text -> read.add((int) text[0]));
  }

  /** Returns one that reads nothing before it may. */
  private ObjectQueue waiting() {
    return new ObjectQueue(
        "objects",
        text -> {
          awaited(go);
          read.add((int) text[0]);
        });
  }

  private static byte[] text(int content, int bytes) {
    byte[] text = new byte[bytes];
    text[0] = (byte) content;
    return text;
  }

  @Test
  void allObjectsAreReadInTheirOrder() throws IOException, InterruptedException {
    List<Integer> added = IntStream.range(0, 100).boxed().toList();
    try (ObjectQueue queue = queue()) {
      for (int each : added) {
        queue.add(text(each, 1));
      }
      queue.finish();
      assertThat(read).isEqualTo(added);
    }
  }

  @Test
  void whoAddsMoreThanItHoldsWaitsUntilThereIsRoom() throws Exception {
    CopyOnWriteArrayList<Integer> added = new CopyOnWriteArrayList<>();
    try (ObjectQueue queue = waiting()) {
      CompletableFuture<Void> adding =
          CompletableFuture.runAsync(
              () -> {
                for (int each = 0; each < 6; each++) {
                  try {
                    queue.add(text(each, MEBIBYTE));
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                  added.add(each);
                }
              },
              Executors.newSingleThreadExecutor());
      await().until(() -> added.size() == 4);
      assertThat(adding).isNotDone();
      go.countDown();
      adding.get();
      queue.finish();
    }
    assertThat(read).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void anObjectThatIsLargerThanAllItHoldsIsReadAsTheOnlyOne()
      throws IOException, InterruptedException {
    try (ObjectQueue queue = queue()) {
      queue.add(text(1, 9 * MEBIBYTE));
      queue.add(text(2, 9 * MEBIBYTE));
      queue.finish();
    }
    assertThat(read).containsExactly(1, 2);
  }

  @Test
  void anErrorOfTheJvmReachesWhoAddsAndWhoFinishes() {
    try (ObjectQueue queue =
        new ObjectQueue(
            "objects",
            text -> {
              throw new OutOfMemoryError("none left");
            })) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  queue.add(text(1, MEBIBYTE));
                }
              })
          .isInstanceOf(OutOfMemoryError.class);
      assertThatThrownBy(queue::finish).isInstanceOf(OutOfMemoryError.class);
    }
  }

  @Test
  void whoClosesWaitsForTheObjectThatIsBeingReadAndTheOthersAreLeftOut() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    ObjectQueue queue =
        new ObjectQueue(
            "objects",
            text -> {
              reading.countDown();
              awaited(go);
              read.add((int) text[0]);
            });
    queue.add(text(1, 1));
    queue.add(text(2, 1));
    reading.await();
    Thread closing = new Thread(queue::close);
    closing.start();
    await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    go.countDown();
    closing.join();
    assertThat(read).containsExactly(1);
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
