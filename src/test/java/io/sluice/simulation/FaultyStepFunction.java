package io.sluice.simulation;

import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Observation;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Report;
import io.sluice.rollout.RequestState;
import io.sluice.rollout.RequestedApproval;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists step functions with a deliberate fault, and the invariant that each must break. */
enum FaultyStepFunction implements StepFunction {
  STARTS_ONE_TOO_MANY(Invariant.I2) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      Step step = PRODUCT.step(state, seen, now);
      boolean starts = step.actions().stream().anyMatch(Action.Dispatch.class::isInstance);
      return starts ? plusOne(step, now) : step;
    }
  },
  IGNORES_APPROVALS(Invariant.I4) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      List<Intent.GroupApproval> all =
          List.of("dev", "stage", "prod").stream()
              .map(name -> new Intent.GroupApproval(name, true))
              .toList();
      Intent asked = seen.hub().intent();
      Intent granted = new Intent(all, true, Optional.empty(), asked.paused());
      return PRODUCT.step(state, with(seen, with(seen.hub(), granted)), now);
    }
  },
  /** What was approved by message is known from the messages, not from the state. */
  APPROVES_BY_ITSELF(Invariant.UNAPPROVED) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      RequestState asked = state.requests();
      RequestState granted = asked;
      for (String group : List.of("dev", "stage", "prod")) {
        granted =
            granted.plus(
                new RequestedApproval(Optional.of(group), "itself", now, Optional.empty()));
      }
      Step step = PRODUCT.step(state.with(granted), seen, now);
      return new Step(step.state().with(asked), step.actions(), step.wake(), step.progress());
    }
  },
  IGNORES_PAUSE(Invariant.STATUS) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      Intent asked = seen.hub().intent();
      Intent on =
          new Intent(
              asked.decisionGroups(),
              asked.ungroupedApproved(),
              asked.approvalsForVersion(),
              false);
      return PRODUCT.step(state, with(seen, with(seen.hub(), on)), now);
    }
  },
  IGNORES_REJECTED_SETTINGS(Invariant.I23) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      HubSnapshot hub = seen.hub();
      return PRODUCT.step(state, with(seen, hub.with(hub.fleet(), Optional.empty())), now);
    }
  },
  IGNORES_CALENDAR(Invariant.I24) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      return PRODUCT.step(state, with(seen, seen.hub().scheduled(Optional.empty())), now);
    }
  },
  IGNORES_CHECKS(Invariant.I25) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      return PRODUCT.step(state, with(seen, seen.hub().checked(List.of())), now);
    }
  },
  IGNORES_RULES(Invariant.I26) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      return PRODUCT.step(state, with(seen, seen.hub().ruled(Optional.empty())), now);
    }
  },
  SLEEPS_PAST_WINDOWS(Invariant.I28) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      Step step = PRODUCT.step(state, seen, now);
      Step unheld = PRODUCT.step(state, with(seen, seen.hub().scheduled(Optional.empty())), now);
      return new Step(step.state(), step.actions(), unheld.wake(), step.progress());
    }
  },
  SKIPS_SOAK(Invariant.I6) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      AttemptSpec spec = state.spec();
      AttemptSpec hasty =
          new AttemptSpec(
              spec.policy(),
              spec.rolloutUid(),
              spec.number(),
              spec.version(),
              spec.strategy().withMinSuccessTime(Duration.ZERO),
              spec.strategyHash(),
              Duration.ZERO,
              Duration.ZERO,
              spec.mode(),
              spec.informPolicy());
      Step step = PRODUCT.step(state.with(hasty), seen, now);
      return new Step(step.state().with(spec), step.actions(), step.wake(), step.progress());
    }
  },
  ACCEPTS_OLD_REPORTS(Invariant.I5) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      String hash = state.spec().version().contentHash();
      List<Report> accepted =
          seen.reports().stream()
              .map(
                  report ->
                      new Report(
                          report.cluster(),
                          state.spec().number(),
                          hash,
                          report.verdict(),
                          report.weak(),
                          report.unreachable(),
                          report.at()))
              .toList();
      return PRODUCT.step(
          state,
          new Observation(
              seen.hub(), seen.acks(), seen.looks(), accepted, seen.notTried(), seen.answers()),
          now);
    }
  },
  FORGETS_OUTCOME(Invariant.I9) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      AttemptState forgetful =
          new AttemptState(
              state.spec(),
              state.startedAt(),
              state.groups(),
              state.clusters(),
              state.waiting(),
              state.begun(),
              state.informed(),
              Optional.empty(),
              state.aborted(),
              Optional.empty(),
              Optional.empty(),
              state.requests());
      return PRODUCT.step(forgetful, seen, now);
    }
  },
  COUNTS_IGNORED(Invariant.I10) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      FleetView fleet = seen.hub().fleet();
      FleetView minded =
          new FleetView(
              fleet.groups(),
              fleet.incoherent(),
              fleet.leaving(),
              List.of(),
              fleet.withoutReplica(),
              fleet.foreign());
      return PRODUCT.step(state, with(seen, with(seen.hub(), minded)), now);
    }
  },
  USES_INCOHERENT_FLEET(Invariant.I11) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      FleetView fleet = seen.hub().fleet();
      FleetView trusted =
          new FleetView(
              fleet.groups(),
              Optional.empty(),
              fleet.leaving(),
              fleet.ignored(),
              fleet.withoutReplica(),
              fleet.foreign());
      return PRODUCT.step(state, with(seen, with(seen.hub(), trusted)), now);
    }
  },
  NEVER_WAKES_UP(Invariant.I16) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      Step step = PRODUCT.step(state, seen, now);
      return new Step(step.state(), step.actions(), Optional.empty(), step.progress());
    }
  },
  IGNORES_LOST_CLAIM(Invariant.I12) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      HubSnapshot hub = seen.hub();
      HubSnapshot held =
          new HubSnapshot(
              HubSnapshot.ClaimState.HELD, hub.root(), hub.refusal(), hub.intent(), hub.fleet());
      return PRODUCT.step(state, with(seen, held), now);
    }
  },
  REVERTS_ALL_CLUSTERS(Invariant.I8) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      Step step = PRODUCT.step(state, seen, now);
      List<String> flying =
          step.state().clusters().stream()
              .filter(entry -> entry.stage() == Stage.DISPATCHED)
              .map(ClusterState::cluster)
              .toList();
      if (step.state().breach().isEmpty() || flying.isEmpty()) {
        return step;
      }
      List<Action> actions = new ArrayList<>(step.actions());
      actions.add(new Action.TakeBack(flying, "a breach"));
      return new Step(step.state(), actions, step.wake(), step.progress());
    }
  },
  REVERTS_BEFORE_THE_STATUS(Invariant.LOST_STATE) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      Step step = PRODUCT.step(state, seen, now);
      List<Action> actions =
          step.actions().stream()
              .map(
                  action ->
                      action instanceof Action.Publish publish
                          ? new Action.TakeBack(publish.clusters(), publish.because())
                          : action)
              .toList();
      return new Step(step.state(), actions, step.wake(), step.progress());
    }
  },
  DEPENDS_ON_ORDER(Invariant.I14) {
    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      Step step = PRODUCT.step(state, seen, now);
      if (seen.hub().fleet().groups().size() < 2) {
        return step;
      }
      List<Action> actions = new ArrayList<>(step.actions());
      actions.add(
          new Action.Look(seen.hub().fleet().groups().get(0).clusters(), "the first comes first"));
      return new Step(step.state(), actions, step.wake(), step.progress());
    }
  };

  private final Invariant broken;

  FaultyStepFunction(Invariant broken) {
    this.broken = broken;
  }

  /** Returns the invariant that must be reported, perhaps among others. */
  Invariant broken() {
    return broken;
  }

  private static Observation with(Observation seen, HubSnapshot hub) {
    return new Observation(
        hub, seen.acks(), seen.looks(), seen.reports(), seen.notTried(), seen.answers());
  }

  private static HubSnapshot with(HubSnapshot hub, Intent intent) {
    return hub.with(intent);
  }

  private static HubSnapshot with(HubSnapshot hub, FleetView fleet) {
    return hub.with(fleet, hub.refusal());
  }

  private static Step plusOne(Step step, Instant now) {
    AttemptState state = step.state();
    if (state.waiting().isEmpty()) {
      return step;
    }
    PendingCluster next = state.waiting().get(state.waiting().size() - 1);
    List<ClusterState> clusters = new ArrayList<>(state.clusters());
    clusters.add(
        new ClusterState(
            next.cluster(), next.group(), Stage.STARTED, 0, now.toEpochMilli(), 0, 0, 0, ""));
    AttemptState more =
        new AttemptState(
            state.spec(),
            state.startedAt(),
            state.groups(),
            clusters,
            state.waiting().subList(0, state.waiting().size() - 1),
            true,
            state.informed(),
            state.breach(),
            state.aborted(),
            state.outcome(),
            state.endedAt(),
            state.requests());
    List<Action> actions = new ArrayList<>(step.actions());
    actions.add(new Action.Dispatch("any", List.of(next.cluster()), "one too many"));
    return new Step(more, actions, step.wake(), step.progress());
  }
}
