package io.sluice.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.beside.CleanUpInterleavingTest.Hub.Event;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goes through every interleaving of a clean-up with the propagator's reaction, with one cluster
 * (policy-propagation 14.4): the propagator may stand still before each of its reads and writes,
 * for any time.
 */
class CleanUpInterleavingTest {
  private static final OverrideEntry ENTRY = new OverrideEntry("c1", "u1", 1, 4, Instant.EPOCH);

  /**
   * The hub, and what the propagator has not done yet.
   *
   * @param events changes that it has not seen
   * @param queued whether the replica waits to be looked at
   * @param decided the action that it has computed, and is about to write
   */
  record Hub(
      boolean finalizer,
      boolean placement,
      boolean binding,
      boolean lists,
      boolean enforces,
      List<Event> events,
      boolean queued,
      Optional<Boolean> decided) {
    enum Event {
      PAGE,
      BINDING_GONE
    }

    /** Every way in which a rollout may be found when its clean-up begins. */
    static List<Hub> before() {
      List<Hub> hubs = new ArrayList<>();
      for (boolean enforces : new boolean[] {true, false}) {
        for (boolean queued : new boolean[] {true, false}) {
          for (List<Event> events : List.of(List.<Event>of(), List.of(Event.PAGE))) {
            // What does not enforce yet must be about to.
            if (enforces || queued || !events.isEmpty()) {
              hubs.add(new Hub(true, true, true, true, enforces, events, queued, Optional.empty()));
              hubs.add(
                  new Hub(true, true, true, true, enforces, events, queued, Optional.of(true)));
            }
          }
        }
      }
      return hubs;
    }

    OverrideState state(boolean settling) {
      return new OverrideState(
          finalizer,
          placement ? OverridePart.STANDING : OverridePart.ABSENT,
          binding ? OverridePart.STANDING : OverridePart.ABSENT,
          false,
          placement ? List.of(new OverridePage(1, lists ? List.of(ENTRY) : List.of())) : List.of(),
          Set.of(),
          false,
          settling,
          enforces && !(placement && lists) ? Set.of("c1") : Set.of());
    }

    Hub after(OverrideStep step) {
      return switch (step) {
        case EMPTY_PAGES ->
            new Hub(
                finalizer, placement, binding, false, enforces, with(Event.PAGE), queued, decided);
        case DELETE_BINDING ->
            new Hub(
                finalizer,
                placement,
                false,
                lists,
                enforces,
                with(Event.BINDING_GONE),
                queued,
                decided);
        case DELETE_PLACEMENT ->
            new Hub(finalizer, false, binding, false, enforces, with(Event.PAGE), queued, decided);
        case REMOVE_FINALIZER ->
            new Hub(false, placement, binding, lists, enforces, events, queued, decided);
        default -> this;
      };
    }

    private List<Event> with(Event event) {
      List<Event> more = new ArrayList<>(events);
      more.add(event);
      return more;
    }

    /** The propagator sees the next change, and finds the replicas that it concerns. */
    Optional<Hub> seen(boolean forgetful) {
      if (events.isEmpty()) {
        return Optional.empty();
      }
      boolean concerned = events.get(0) == Event.PAGE ? binding : !forgetful || placement && lists;
      return Optional.of(
          new Hub(
              finalizer,
              placement,
              binding,
              lists,
              enforces,
              events.subList(1, events.size()),
              queued || concerned,
              decided));
    }

    /** It computes the replica from what stands now. */
    Optional<Hub> computed() {
      return !queued || decided.isPresent()
          ? Optional.empty()
          : Optional.of(
              new Hub(
                  finalizer,
                  placement,
                  binding,
                  lists,
                  enforces,
                  events,
                  false,
                  Optional.of(binding && placement && lists)));
    }

    /** It writes the replica; a replica that changed is looked at again. */
    Optional<Hub> written() {
      return decided.map(
          enforce ->
              new Hub(
                  finalizer,
                  placement,
                  binding,
                  lists,
                  enforce,
                  events,
                  queued || enforce != enforces,
                  Optional.empty()));
    }

    boolean quiet() {
      return events.isEmpty() && !queued && decided.isEmpty();
    }
  }

  /** Returns every state in which neither side does anything more. */
  private static Set<Hub> ends(Function<Hub, Collection<Hub>> sluice, boolean forgetful) {
    Set<Hub> known = new HashSet<>(Hub.before());
    Deque<Hub> open = new ArrayDeque<>(known);
    Set<Hub> ends = new HashSet<>();
    while (!open.isEmpty()) {
      Hub hub = open.remove();
      List<Hub> next = new ArrayList<>(sluice.apply(hub));
      hub.seen(forgetful).ifPresent(next::add);
      hub.computed().ifPresent(next::add);
      hub.written().ifPresent(next::add);
      next.removeIf(hub::equals);
      if (next.isEmpty() && hub.quiet()) {
        ends.add(hub);
      }
      next.stream().filter(known::add).forEach(open::add);
    }
    assertThat(known).hasSizeGreaterThan(50);
    return ends;
  }

  private static Collection<Hub> cleanUp(Hub hub) {
    return List.of(
        hub.after(OverrideStep.next(OverrideIntent.REMOVE, hub.state(false))),
        hub.after(OverrideStep.next(OverrideIntent.REMOVE, hub.state(true))));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyInterleavingEndsWithNothingLeftAndTheReplicaInforming(boolean forgetful) {
    assertThat(ends(CleanUpInterleavingTest::cleanUp, forgetful))
        .isNotEmpty()
        .allSatisfy(
            hub -> {
              assertThat(hub.enforces()).isFalse();
              assertThat(hub.binding() || hub.placement() || hub.finalizer()).isFalse();
            });
  }

  @Test
  void withoutTheOrderAForgetfulPropagatorLeavesTheReplicaEnforced() {
    Function<Hub, Collection<Hub>> atOnce =
        hub ->
            hub.binding()
                ? List.of(
                    hub.after(OverrideStep.DELETE_BINDING).after(OverrideStep.DELETE_PLACEMENT))
                : List.of();

    assertThat(ends(atOnce, true)).anyMatch(Hub::enforces);
  }
}
