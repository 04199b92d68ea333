package io.sluice.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.HubPatience;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransportThreadsTest {
  private final TransportThreads threads = new TransportThreads();
  private final List<String> done = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Thread> last = new CompletableFuture<>();

  @AfterEach
  void close() {
    threads.close();
  }

  @Test
  void whatFollowsRunsOnTheSameThreadOnceItHoldsNoLockAnyMore() throws Exception {
    CompletableFuture<Thread> first = new CompletableFuture<>();
    Object lock = new Object();
    threads.execute(
        () -> {
          synchronized (lock) {
            threads.follow(
                () -> {
                  done.add(Thread.holdsLock(lock) ? "locked" : "free");
                  last.complete(Thread.currentThread());
                });
            done.add("work");
          }
          first.complete(Thread.currentThread());
        });

    assertThat(last.get(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS)).isSameAs(first.get());
    assertThat(done).containsExactly("work", "free");
  }

  @Test
  void workOfAnotherThreadRunsOnOneOfThese() throws Exception {
    threads.follow(() -> last.complete(Thread.currentThread()));

    assertThat(last.get(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS).getName())
        .startsWith("hub-transport-");
  }

  @Test
  void aFailureKeepsNothingFromFollowing() throws Exception {
    CompletableFuture<Throwable> reported = new CompletableFuture<>();
    threads.execute(
        () -> {
          Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> reported.complete(e));
          threads.follow(
              () -> {
                throw new IllegalStateException("failed");
              });
          threads.follow(() -> last.complete(Thread.currentThread()));
        });

    last.get(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS);
    assertThat(reported.get(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS)).hasMessage("failed");
  }

  @Test
  void whatFollowsOneAfterTheOtherNeedsNoDeeperStack() throws Exception {
    threads.follow(() -> follow(100_000));

    last.get(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS);
  }

  private void follow(int left) {
    if (left == 0) {
      last.complete(Thread.currentThread());
    } else {
      threads.follow(() -> follow(left - 1));
    }
  }
}
