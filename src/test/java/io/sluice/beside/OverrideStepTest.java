package io.sluice.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.RandomSeeds;
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
import org.junit.jupiter.params.provider.EnumSource;

/** Creates and removes overrides from any state (policy-propagation 14.3.1, 14.3.5 and 14.4). */
class OverrideStepTest {
  private static final OverridePage LISTING =
      new OverridePage(1, List.of(new OverrideEntry("c1", "u1", 1, 4, Instant.EPOCH)));
  private static final OverridePage EMPTY = new OverridePage(1, List.of());

  /** A hub whose propagator turns a replica back some time after no page lists it. */
  private static final class Hub {
    private final Random random;
    private boolean finalizer;
    private OverridePart placement;
    private OverridePart binding;
    private boolean strays;
    private List<OverridePage> pages = List.of();
    private boolean enforces;

    Hub(Random random) {
      this.random = random;
      finalizer = random.nextBoolean();
      placement = part();
      binding = part();
      strays = random.nextBoolean();
      if (placement != OverridePart.ABSENT || strays) {
        pages = random.nextBoolean() ? List.of(LISTING) : List.of(EMPTY);
      }
      enforces = random.nextBoolean();
    }

    private OverridePart part() {
      return OverridePart.values()[random.nextInt(3)];
    }

    boolean gone() {
      return placement == OverridePart.ABSENT && binding == OverridePart.ABSENT && !finalizer;
    }

    boolean stands() {
      return placement == OverridePart.STANDING && binding == OverridePart.STANDING && finalizer;
    }

    boolean lists() {
      return pages.stream().anyMatch(page -> !page.entries().isEmpty());
    }

    OverrideState state() {
      return new OverrideState(
          finalizer,
          placement,
          binding,
          strays,
          pages,
          Set.of(),
          false,
          false,
          enforces && !lists() ? Set.of("c1") : Set.of());
    }

    void apply(OverrideStep step) {
      switch (step) {
        case ADD_FINALIZER -> finalizer = true;
        case DELETE_STRAY_PAGES -> strays = false;
        case CREATE_PLACEMENT, REPAIR_PLACEMENT -> placement = OverridePart.STANDING;
        case CREATE_BINDING, REPAIR_BINDING -> {
          assertThat(strays).as("strays go before the binding comes").isFalse();
          binding = OverridePart.STANDING;
        }
        case WITHDRAW_CLUSTERS, WITHDRAW_EDITED, LIST_UNSTAGED ->
            throw new IllegalStateException("no cluster is withdrawn by itself");
        case EMPTY_PAGES -> pages = List.of(EMPTY);
        case AWAIT_REPLICAS -> enforces &= random.nextInt(3) > 0;
        case DELETE_BINDING -> {
          assertThat(lists() || enforces).as("cleared before the binding goes").isFalse();
          binding = OverridePart.ABSENT;
        }
        case DELETE_PLACEMENT -> {
          assertThat(binding)
              .as("the binding goes before the Placement")
              .isEqualTo(OverridePart.ABSENT);
          placement = OverridePart.ABSENT;
          pages = List.of();
        }
        case REMOVE_FINALIZER -> {
          finalizer = false;
          assertThat(gone()).as("the finalizer goes last").isTrue();
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
    for (long seed : RandomSeeds.of(500).toArray()) {
      Hub hub = new Hub(new Random(seed));
      hub.settle(OverrideIntent.REMOVE);
      assertThat(hub.gone() && !hub.lists()).as("-Dsluice.seed=%d: nothing stands", seed).isTrue();
    }
  }

  @Test
  void whateverStandsItIsCreatedAndNoFormerPageIsTakenOver() {
    for (long seed : RandomSeeds.of(500).toArray()) {
      Hub hub = new Hub(new Random(seed));
      boolean strays = hub.strays;
      List<OverrideStep> steps = hub.settle(OverrideIntent.STAND);
      assertThat(hub.stands()).as("-Dsluice.seed=%d: all stands", seed).isTrue();
      assertThat(steps.contains(OverrideStep.DELETE_STRAY_PAGES)).isEqualTo(strays);
      assertThat(steps).isSortedAccordingTo((one, other) -> one.compareTo(other));
    }
  }

  private static OverrideState standing(
      OverridePart placement, OverridePart binding, Set<String> withdrawn, boolean noted) {
    return new OverrideState(
        true, placement, binding, false, List.of(LISTING), withdrawn, noted, false, Set.of());
  }

  @Test
  void whileReplicasSettleNothingIsDeleted() {
    OverrideState state =
        new OverrideState(
                true,
                OverridePart.STANDING,
                OverridePart.STANDING,
                false,
                List.of(EMPTY),
                Set.of(),
                false,
                false,
                Set.of())
            .inSettling();

    assertThat(OverrideStep.next(OverrideIntent.REMOVE, state))
        .isEqualTo(OverrideStep.AWAIT_REPLICAS);
  }

  @ParameterizedTest
  @EnumSource(
      value = OverrideIntent.class,
      names = {"STAND", "LEAVE"})
  void whatWasEditedIsRepairedAndClustersAreWithdrawnAlsoAfterTheEnd(OverrideIntent intent) {
    OverridePart fine = OverridePart.STANDING;
    assertThat(OverrideStep.next(intent, standing(OverridePart.CHANGED, fine, Set.of("c1"), false)))
        .isEqualTo(OverrideStep.REPAIR_PLACEMENT);
    assertThat(OverrideStep.next(intent, standing(fine, OverridePart.CHANGED, Set.of("c1"), false)))
        .isEqualTo(OverrideStep.REPAIR_BINDING);
    assertThat(OverrideStep.next(intent, standing(fine, fine, Set.of("c1"), false)))
        .isEqualTo(OverrideStep.WITHDRAW_CLUSTERS);
    assertThat(OverrideStep.next(intent, standing(fine, fine, Set.of(), false)))
        .isEqualTo(OverrideStep.NOTHING);
  }

  @Test
  void nothingIsCreatedAgainAfterTheEnd() {
    OverridePart fine = OverridePart.STANDING;
    assertThat(
            OverrideStep.next(
                OverrideIntent.LEAVE, standing(fine, OverridePart.ABSENT, Set.of(), false)))
        .isEqualTo(OverrideStep.NOTHING);
  }

  @ParameterizedTest
  @EnumSource(OverrideIntent.class)
  void unstagedClustersAreListedFirstUnlessSomeStillEnforceTheEdit(OverrideIntent intent) {
    assertThat(
            OverrideStep.next(
                intent, standing(OverridePart.STANDING, OverridePart.STANDING, Set.of(), true)))
        .isEqualTo(
            intent == OverrideIntent.EMPTY
                ? OverrideStep.WITHDRAW_EDITED
                : OverrideStep.LIST_UNSTAGED);
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, 4, true,  true,            , false, WHEN_DONE,   REMOVE",
    "true,  false, 5, true,  false,           , false, WHEN_DONE,   EMPTY",
    "true,  false, 5, false, true,  SUCCEEDED , false, NEVER,       EMPTY",
    "true,  false, 4, true,  false,           , false, WHEN_DONE,   STAND",
    "true,  false, 4, false, true,  SUCCEEDED , false, WHEN_DONE,   STAND",
    "true,  false, 4, false, false, SUCCEEDED , false, WHEN_DONE,   REMOVE",
    "true,  false, 4, false, false, SUCCEEDED , false, PER_CLUSTER, REMOVE",
    "true,  false, 4, false, false, SUCCEEDED , false, NEVER,       LEAVE",
    "true,  false, 4, false, false, FAILED    , false, WHEN_DONE,   REMOVE",
    "true,  false, 4, false, false, FAILED    , true,  WHEN_DONE,   LEAVE",
    "true,  false, 4, false, false, ABORTED   , true,  NEVER,       REMOVE",
    "true,  false, 4, false, false, SUPERSEDED, true,  WHEN_DONE,   LEAVE",
    "true,  false, 4, false, false,           , false, WHEN_DONE,   LEAVE",
    // Its deletion raises the generation too, and is no edit.
    "true,  true,  5, true,  false,           , false, WHEN_DONE,   LEAVE",
    "true,  true,  5, false, false, ABORTED   , false, WHEN_DONE,   LEAVE",
    "false, true,  5, false, false, ABORTED   , false, WHEN_DONE,   REMOVE"
  })
  void itStandsForAsLongAsAnAttemptNeedsItAndIsEmptiedByAnEdit(
      boolean wanted,
      boolean deleting,
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
                    deleting,
                    generation,
                    runOpen,
                    due,
                    Optional.ofNullable(outcome),
                    unfinished,
                    release,
                    LISTING.entries())))
        .isEqualTo(expected);
  }
}
