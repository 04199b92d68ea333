package io.sluice.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Creates and removes overrides from any state (policy-propagation 14.3.1, 14.3.5 and 14.4). */
class OverrideStepTest {
  private static final OverridePage LISTING =
      new OverridePage(1, List.of(new OverrideEntry("c1", "u1", 1, 4, Instant.EPOCH)));
  private static final OverridePage EMPTY = new OverridePage(1, List.of());

  /** A hub whose propagator turns a replica back some time after no page lists it. */
  private static final class Hub {
    private final Random random;
    private boolean finalizer;
    private boolean placement;
    private boolean binding;
    private boolean stale;
    private List<OverridePage> pages = List.of();
    private boolean enforces;

    Hub(Random random) {
      this.random = random;
      finalizer = random.nextBoolean();
      placement = random.nextBoolean();
      binding = random.nextBoolean();
      stale = !placement && random.nextBoolean();
      if (placement || stale) {
        pages = random.nextBoolean() ? List.of(LISTING) : List.of(EMPTY);
      }
      enforces = random.nextBoolean();
    }

    boolean lists() {
      return pages.stream().anyMatch(page -> !page.entries().isEmpty());
    }

    OverrideState state() {
      return new OverrideState(
          finalizer,
          placement,
          binding,
          stale,
          pages,
          false,
          enforces && !lists() ? Set.of("c1") : Set.of());
    }

    void apply(OverrideStep step) {
      switch (step) {
        case ADD_FINALIZER -> finalizer = true;
        case DELETE_STALE_PAGES -> {
          stale = false;
          pages = List.of();
        }
        case CREATE_PLACEMENT -> placement = true;
        case CREATE_BINDING -> binding = true;
        case WITHDRAW_RELEASED -> throw new IllegalStateException("no cluster is released");
        case EMPTY_PAGES -> pages = List.of(EMPTY);
        case AWAIT_REPLICAS -> enforces &= random.nextInt(3) > 0;
        case DELETE_BINDING -> {
          assertThat(lists() || enforces).as("cleared before the binding goes").isFalse();
          binding = false;
        }
        case DELETE_PLACEMENT -> {
          assertThat(binding).as("the binding goes before the Placement").isFalse();
          placement = false;
          pages = List.of();
        }
        case REMOVE_FINALIZER -> {
          assertThat(placement || binding).as("the finalizer goes last").isFalse();
          finalizer = false;
        }
        case NOTHING -> {}
      }
    }

    List<OverrideStep> settle(OverrideIntent intent) {
      List<OverrideStep> steps = new ArrayList<>();
      OverrideStep step = OverrideStep.next(intent, state());
      while (step != OverrideStep.NOTHING) {
        assertThat(steps).as("it ends").hasSizeLessThan(100);
        steps.add(step);
        apply(step);
        step = OverrideStep.next(intent, state());
      }
      return steps;
    }
  }

  @Test
  void whateverStandsItIsRemovedInItsOrder() {
    long seeds = new Random().nextLong();
    for (int run = 0; run < 500; run++) {
      Hub hub = new Hub(new Random(seeds + run));
      hub.settle(OverrideIntent.REMOVE);
      assertThat(hub.finalizer || hub.placement || hub.binding || hub.lists())
          .as("seed %d: something stands", seeds + run)
          .isFalse();
    }
  }

  @Test
  void whateverStandsItIsCreatedAndNoFormerPageIsTakenOver() {
    long seeds = new Random().nextLong();
    for (int run = 0; run < 500; run++) {
      Hub hub = new Hub(new Random(seeds + run));
      boolean former = hub.stale;
      List<OverrideStep> steps = hub.settle(OverrideIntent.STAND);
      assertThat(hub.finalizer && hub.placement && hub.binding)
          .as("seed %d: all stands", seeds + run)
          .isTrue();
      assertThat(steps.contains(OverrideStep.DELETE_STALE_PAGES)).isEqualTo(former);
      assertThat(steps).isSortedAccordingTo((one, other) -> one.compareTo(other));
    }
  }

  @Test
  void whileReplicasSettleNothingIsDeleted() {
    OverrideState state =
        new OverrideState(true, true, true, false, List.of(EMPTY), true, Set.of());

    assertThat(OverrideStep.next(OverrideIntent.REMOVE, state))
        .isEqualTo(OverrideStep.AWAIT_REPLICAS);
  }

  @Test
  void whereEachClusterIsReleasedByItselfItGoesWhenItsSoakIsOver() {
    for (OverrideRelease release : OverrideRelease.values()) {
      OverrideInput input =
          new OverrideInput(
              true,
              4,
              true,
              false,
              Optional.empty(),
              false,
              release,
              Set.of("c1", "c2"),
              LISTING.entries());
      assertThat(input.released().contains("c1")).isEqualTo(release == OverrideRelease.PER_CLUSTER);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "false, 4, true,  true,            , false, WHEN_DONE,   REMOVE",
    "true,  5, true,  false,           , false, WHEN_DONE,   EMPTY",
    "true,  5, false, true,  SUCCEEDED , false, NEVER,       EMPTY",
    "true,  4, true,  false,           , false, WHEN_DONE,   STAND",
    "true,  4, false, true,  SUCCEEDED , false, WHEN_DONE,   STAND",
    "true,  4, false, false, SUCCEEDED , false, WHEN_DONE,   REMOVE",
    "true,  4, false, false, SUCCEEDED , false, PER_CLUSTER, REMOVE",
    "true,  4, false, false, SUCCEEDED , false, NEVER,       LEAVE",
    "true,  4, false, false, FAILED    , false, WHEN_DONE,   REMOVE",
    "true,  4, false, false, FAILED    , true,  WHEN_DONE,   LEAVE",
    "true,  4, false, false, ABORTED   , true,  NEVER,       REMOVE",
    "true,  4, false, false, SUPERSEDED, true,  WHEN_DONE,   LEAVE",
    "true,  4, false, false,           , false, WHEN_DONE,   LEAVE"
  })
  void itStandsForAsLongAsAnAttemptNeedsItAndIsEmptiedByAnEdit(
      boolean wanted,
      long generation,
      boolean runOpen,
      boolean due,
      Outcome outcome,
      boolean unfinished,
      OverrideRelease release,
      OverrideIntent expected) {
    assertThat(
            OverrideIntent.of(
                new OverrideInput(
                    wanted,
                    generation,
                    runOpen,
                    due,
                    Optional.ofNullable(outcome),
                    unfinished,
                    release,
                    Set.of(),
                    LISTING.entries())))
        .isEqualTo(expected);
  }
}
