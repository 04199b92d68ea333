package io.sluice.transcript;

import io.sluice.PayloadJson;
import io.sluice.explain.ActionText;
import io.sluice.plan.RolloutPlanner;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Simulates an open run of an attempt: takes its steps, and carries out their actions. */
final class ScenarioRun {
  private final ScenarioHub hub;
  private final ListShuffler shuffler;
  private final Consumer<String> log;
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.LookDone> looks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private final List<Report> unwrittenReports = new ArrayList<>();
  private AttemptState state;
  private Step last;
  private boolean closed;

  ScenarioRun(AttemptState state, ScenarioHub hub, ListShuffler shuffler, Consumer<String> log) {
    this.state = state;
    this.hub = hub;
    this.shuffler = shuffler;
    this.log = log;
  }

  AttemptState state() {
    return state;
  }

  Progress progress() {
    return last.progress();
  }

  boolean closed() {
    return closed;
  }

  /** Returns {@code u2 Superseded}. */
  String ending() {
    return state.spec().rolloutUid() + " " + outcome();
  }

  private String outcome() {
    return state.outcome().map(Outcome::label).orElse("open");
  }

  /** Returns true if this run, when still open, would write to no cluster. */
  boolean writesNothing(Instant now) {
    return hub.view(state.spec()).claim() == HubSnapshot.ClaimState.HELD
        || stepAgain(now).actions().stream().allMatch(action -> action instanceof Action.Close);
  }

  Optional<Instant> wakeAt() {
    return closed ? Optional.empty() : last.wakeAt();
  }

  void receive(Report report) {
    reports.add(report);
  }

  /** Receives the verdicts of replicas that were not written; the tables give them a row. */
  void receiveUnwritten() {
    reports.addAll(unwrittenReports);
    unwrittenReports.clear();
  }

  /** Takes a step; returns true if the hub has answered and another step is due. */
  boolean step(Instant now) {
    HubSnapshot view = hub.view(state.spec());
    Observation seen =
        new Observation(view, shuffler.of(acks), List.copyOf(looks), shuffler.of(reports));
    acks.clear();
    looks.clear();
    reports.clear();
    last = RolloutPlanner.step(Rules.CURRENT, state, seen, now);
    // A workflow stores the state as JSON between any two steps.
    state = PayloadJson.again(last.state(), AttemptState.class);
    if (view.claim() == HubSnapshot.ClaimState.HELD) {
      hub.rollout.orElseThrow().publish(last.progress());
    }
    last.actions().forEach(action -> log.accept(action.match(new ActionExecutor(now))));
    return !closed && !isFirstPass() && !(acks.isEmpty() && looks.isEmpty() && reports.isEmpty());
  }

  /** Returns true if another step on the same observation would do nothing (I13). */
  boolean quiet(Instant now) {
    if (!acks.isEmpty()) {
      return true;
    }
    Step again = stepAgain(now);
    return again.actions().isEmpty() && again.state().equals(state);
  }

  private Step stepAgain(Instant now) {
    return RolloutPlanner.step(Rules.CURRENT, state, Observation.of(hub.view(state.spec())), now);
  }

  /** The first pass is a row of its own in the tables; the hub's answer comes with the next. */
  private boolean isFirstPass() {
    return !state.informed()
        && last.actions().stream().anyMatch(action -> action instanceof Action.Provide);
  }

  private final class ActionExecutor implements Action.Cases<String> {
    private final Instant now;
    private final AttemptSpec spec = state.spec();

    ActionExecutor(Instant now) {
      this.now = now;
    }

    @Override
    public String dispatch(Action.Dispatch action) {
      List<String> unwritten = new ArrayList<>();
      for (String cluster : action.clusters()) {
        if (!write(cluster, spec.version().generation(), true, Dispatch.As.DISPATCHED)) {
          unwritten.add(cluster);
        }
        acks.add(Ack.written(cluster, now, hub.replicas.get(cluster).attempt()));
        if (unwritten.contains(cluster)) {
          unwrittenReports.add(hub.report(cluster, now));
        } else if (hub.offline.contains(cluster)) {
          reports.add(hub.report(cluster, now));
        }
      }
      String left =
          unwritten.isEmpty()
              ? ""
              : unwritten.size() == action.clusters().size()
                  ? ", nothing written"
                  : ", nothing written to " + String.join(", ", unwritten);
      return ActionText.whole(action) + left;
    }

    @Override
    public String provide(Action.Provide action) {
      boolean inform = action.content() == Action.Provide.Content.INFORM;
      for (String cluster : action.clusters()) {
        long version =
            inform
                ? spec.version().generation()
                : hub.rollout.flatMap(object -> object.lastSuccessful).orElseThrow();
        ScenarioReplica before = hub.replicas.get(cluster);
        if (!inform || before == null || !before.carries(version, true)) {
          write(cluster, version, !inform, inform ? Dispatch.As.PENDING : Dispatch.As.NEWCOMER);
        }
        acks.add(Ack.written(cluster, now, spec.number()).to(Ack.RequestedWrite.PROVIDE));
      }
      return ActionText.whole(action);
    }

    @Override
    public String publish(Action.Publish action) {
      for (String cluster : action.clusters()) {
        acks.add(Ack.written(cluster, now, spec.number()).to(Ack.RequestedWrite.PUBLISH));
      }
      return ActionText.whole(action);
    }

    @Override
    public String takeBack(Action.TakeBack action) {
      for (String cluster : action.clusters()) {
        takeBack(cluster);
        acks.add(Ack.written(cluster, now, spec.number()).to(Ack.RequestedWrite.TAKE_BACK));
      }
      return ActionText.whole(action);
    }

    private void takeBack(String cluster) {
      ScenarioReplica replica = hub.replicas.get(cluster);
      if (hub.showsActions()) {
        write(cluster, replica.version(), false, Dispatch.As.TAKEN_BACK);
        return;
      }
      Optional<Long> former = hub.rollout.flatMap(object -> object.lastSuccessful);
      if (former.isPresent()) {
        write(cluster, former.get(), true, Dispatch.As.TAKEN_BACK);
      } else if (replica.made() && replica.attempt() == spec.number()) {
        hub.delete(cluster);
      }
    }

    private boolean write(String cluster, long version, boolean enforced, Dispatch.As as) {
      return hub.write(cluster, version, enforced, spec.rolloutUid(), spec.number(), as, now);
    }

    @Override
    public String look(Action.Look action) {
      looks.add(new Observation.LookDone(action.clusters(), now));
      action.clusters().stream()
          .filter(hub.replicas::containsKey)
          .forEach(cluster -> reports.add(hub.report(cluster, now)));
      return ActionText.whole(action);
    }

    @Override
    public String close(Action.Close action) {
      closed = true;
      if (action.ending() == Action.Close.Ending.WITH_A_LAST_WRITE) {
        hub.rollout.orElseThrow().runOpen = false;
      }
      return "close %s, %s: %s".formatted(spec.rolloutUid(), outcome(), action.because());
    }
  }
}
