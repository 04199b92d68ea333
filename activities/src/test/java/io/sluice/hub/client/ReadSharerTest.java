package io.sluice.hub.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ReadSharerTest {
  /** The reads that were begun, in that order; the test ends them. */
  private final List<CompletableFuture<String>> begun = new ArrayList<>();

  private final List<Runnable> later = new ArrayList<>();
  private final ReadSharer<String, String> reads = sharer(namespace -> begin());

  private ReadSharer<String, String> sharer(Function<String, CompletableFuture<String>> reader) {
    return new ReadSharer<>(reader, later::add);
  }

  private CompletableFuture<String> begin() {
    CompletableFuture<String> read = new CompletableFuture<>();
    begun.add(read);
    return read;
  }

  @Test
  void whoAsksWhileAReadIsUnderWayGetsTheAnswerOfTheNext() throws Exception {
    Future<String> first = reads.ask("retail");
    List<Future<String>> others = List.of(reads.ask("retail"), reads.ask("retail"));
    assertThat(begun).hasSize(1);

    begun.get(0).complete("before");
    assertThat(first.get()).isEqualTo("before");
    assertThat(begun).hasSize(2);
    assertThat(others).noneMatch(Future::isDone);

    begun.get(1).complete("after");
    for (Future<String> other : others) {
      assertThat(other.get()).isEqualTo("after");
    }
    assertThat(begun).as("nobody asked again").hasSize(2);
  }

  @Test
  void aNewReadBeginsForWhoAsksAfterTheEnd() throws Exception {
    reads.ask("retail");
    begun.get(0).complete("before");

    Future<String> next = reads.ask("retail");
    begun.get(1).complete("after");

    assertThat(next.get()).isEqualTo("after");
  }

  @Test
  void readsOfOtherThingsDoNotWait() {
    reads.ask("retail");
    reads.ask("infra");

    assertThat(begun).hasSize(2);
  }

  @Test
  void aReadThatHangsHoldsUpNobody() throws Exception {
    Future<String> hangs = reads.ask("retail");
    Future<String> next = reads.ask("retail");
    later.forEach(Runnable::run);
    assertThat(begun).hasSize(2);

    begun.get(1).complete("read beside it");
    assertThat(next.get()).isEqualTo("read beside it");
    assertThat(hangs.isDone()).isFalse();

    Future<String> third = reads.ask("retail");
    begun.get(0).complete("late");
    assertThat(hangs.get()).isEqualTo("late");
    assertThat(third.isDone()).isFalse();
    begun.get(2).complete("third");
    assertThat(third.get()).isEqualTo("third");
  }

  @Test
  void theReadThatWaitedItsTurnIsNotBegunAgainLater() {
    reads.ask("retail");
    reads.ask("retail");
    begun.get(0).complete("before");
    later.forEach(Runnable::run);

    assertThat(begun).hasSize(2);
  }

  @Test
  void whoAskedForWhatFailedIsToldAndTheNextIsRead() throws Exception {
    Future<String> failed = reads.ask("retail");
    Future<String> next = reads.ask("retail");

    begun.get(0).completeExceptionally(new IllegalStateException("the hub is away"));
    assertThatThrownBy(failed::get).hasRootCauseMessage("the hub is away");
    begun.get(1).complete("back");
    assertThat(next.get()).isEqualTo("back");
  }

  @Test
  void aReadThatCannotBeginFailsAlone() {
    ReadSharer<String, String> closed =
        sharer(
            namespace -> {
              throw new IllegalStateException("the pool is closed");
            });

    assertThatThrownBy(closed.ask("retail")::get).hasRootCauseMessage("the pool is closed");
    assertThatThrownBy(closed.ask("retail")::get).hasRootCauseMessage("the pool is closed");
  }
}
