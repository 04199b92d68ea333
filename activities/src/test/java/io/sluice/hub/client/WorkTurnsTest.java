package io.sluice.hub.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkTurnsTest {
  private final List<Runnable> announced = new ArrayList<>();
  private final List<String> run = new ArrayList<>();
  private final WorkTurns turns = new WorkTurns(announced::add);

  private void add(String work, int pieces) {
    turns.add(
        IntStream.range(0, pieces).mapToObj(piece -> (Runnable) () -> run.add(work)).toList());
  }

  private List<String> run(int pieces) {
    run.clear();
    announced.subList(0, pieces).forEach(Runnable::run);
    announced.subList(0, pieces).clear();
    return run;
  }

  @Test
  void aSmallWorkEndsWithinItsTurn() {
    add("a", 17);
    add("b", 17);
    assertThat(run(17)).containsOnly("a");
    assertThat(run(17)).containsOnly("b");
    assertThat(announced).isEmpty();
  }

  @Test
  void aSmallWorkDoesNotWaitForTheEndOfALargeOneThatCameBeforeIt() {
    add("a", 60);
    add("b", 2);
    add("none", 0);
    assertThat(run(WorkTurns.PIECES)).containsOnly("a");
    assertThat(run(2)).containsOnly("b");
    assertThat(run(35)).containsOnly("a");
    assertThat(announced).isEmpty();
  }

  @Test
  void aWorkThatComesLaterGetsItsTurnAfterThePresentOne() {
    add("a", 60);
    run(10);
    add("b", 30);
    assertThat(run(15)).containsOnly("a");
    assertThat(run(WorkTurns.PIECES)).containsOnly("b");
    assertThat(run(WorkTurns.PIECES)).containsOnly("a");
    assertThat(run(5)).containsOnly("b");
    assertThat(run(10)).containsOnly("a");
    assertThat(announced).isEmpty();
  }
}
