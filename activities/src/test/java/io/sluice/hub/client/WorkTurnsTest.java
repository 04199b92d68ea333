package io.sluice.hub.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkTurnsTest {
  private final List<Runnable> announced = new ArrayList<>();
  private final List<String> run = new ArrayList<>();
  private final WorkTurns turns = new WorkTurns(announced::add);

  private void add(String... pieces) {
    turns.add(Stream.of(pieces).map(name -> (Runnable) () -> run.add(name)).toList());
  }

  @Test
  void aSmallWorkDoesNotWaitForALargeOneThatCameBeforeIt() {
    add("a1", "a2", "a3", "a4");
    add("b1", "b2");
    add();

    announced.forEach(Runnable::run);

    assertThat(run).containsExactly("a1", "b1", "a2", "b2", "a3", "a4");
  }

  @Test
  void aWorkThatComesLaterTakesTurnsWithTheRest() {
    add("a1", "a2", "a3");
    announced.get(0).run();
    add("b1");

    announced.subList(1, announced.size()).forEach(Runnable::run);

    assertThat(run).containsExactly("a1", "a2", "b1", "a3");
  }
}
