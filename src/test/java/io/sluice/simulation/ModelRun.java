package io.sluice.simulation;

import io.sluice.PayloadJson;
import io.sluice.check.CheckAnswer;
import io.sluice.check.DueCheck;
import io.sluice.fleet.Departures;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.sluice.rollout.Step;
import io.sluice.schedule.ScheduleTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Simulates one run of an attempt, as the workflow does: claim, then observe, step, act, report.
 *
 * <p>It takes no step while an action is unanswered; what arrives meanwhile waits. {@link
 * ModelActionExecutor} executes the actions.
 */
final class ModelRun {
  private final Simulation simulation;
  private final AttemptLog log;
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.LookDone> looks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private final List<String> notTried = new ArrayList<>();
  private final List<CheckAnswer> answers = new ArrayList<>();
  private final List<Action> todo = new ArrayList<>();
  private AttemptState state;
  private Optional<Step> last = Optional.empty();
  private Optional<Instant> oldAt = Optional.empty();
  private Optional<Progress> reported = Optional.empty();
  private boolean claimed;
  private boolean closed;
  private boolean frozen;

  ModelRun(Simulation simulation, AttemptState state, AttemptLog log) {
    this.simulation = simulation;
    this.log = log;
    this.state = state;
  }

  AttemptSpec spec() {
    return state.spec();
  }

  AttemptState state() {
    return state;
  }

  boolean closed() {
    return closed;
  }

  boolean claimed() {
    return claimed;
  }

  boolean frozen() {
    return frozen;
  }

  void frozen(boolean next) {
    frozen = next;
  }

  Optional<Instant> wakeAt() {
    Stream<Instant> answered = answers.stream().map(answer -> answer.at().plusSeconds(1));
    return Stream.of(last.flatMap(Step::wakeAt).stream(), oldAt.stream(), answered)
        .flatMap(Function.identity())
        .min(Comparator.naturalOrder());
  }

  boolean busy() {
    return !todo.isEmpty() || !acks.isEmpty() || !looks.isEmpty() || !notTried.isEmpty();
  }

  void receive(List<Report> batch) {
    reports.addAll(batch);
  }

  void departed(Departures departures) {
    state = state.with(departures);
  }

  List<Report> reports() {
    return reports;
  }

  /** Enters a request by message, if the product grants it. */
  void ask(ModelRequest ask, String group) {
    if (ask.objection(state, simulation.hub(), group).isEmpty()) {
      state = ask.of(state, group, simulation.now());
      simulation.checker().asked(log, ask, group);
    }
  }

  /** Its worker crashed: another one continues from the history. */
  void crash() {
    AttemptState restored = PayloadJson.again(state, AttemptState.class);
    Invariant.LOST_STATE.holds(
        restored.equals(state), () -> "through JSON it becomes " + restored + ", was " + state);
    state = restored;
    again(acks, Ack.class);
    again(reports, Report.class);
    reported = Optional.empty();
  }

  private static <T> void again(List<T> values, Class<T> type) {
    values.replaceAll(value -> PayloadJson.again(value, type));
  }

  /** Takes the next step, unless an action is unanswered. */
  void step() {
    if (closed || frozen || !claim() || !todo.isEmpty()) {
      return;
    }
    HubSnapshot view = simulation.hub().view(spec(), simulation.now());
    Observation seen = new Observation(view, acks, looks, reports, notTried, answers);
    oldAt = view.schedule().map(ScheduleTimes::refreshAt);
    notTried.clear();
    acks.clear();
    looks.clear();
    reports.clear();
    answers.clear();
    AttemptState before = state;
    Step step = simulation.stepFunction().step(before, seen, simulation.now());
    simulation.checker().stepped(log, before, seen, step, simulation.now());
    simulation.stepped(step);
    state = step.state();
    last = Optional.of(step);
    todo.addAll(step.actions());
    answer(step);
    if (todo.isEmpty()) {
      writeStatus(false);
    }
  }

  /** What is asked now is answered before the next step, if what answers is still there. */
  private void answer(Step step) {
    Instant now = simulation.now();
    simulation
        .hub()
        .check()
        .ifPresent(
            check ->
                step.questions().stream()
                    .map(DueCheck::key)
                    .forEach(key -> answers.add(new CheckAnswer(key, now, check.reply(key, now)))));
  }

  private boolean claim() {
    if (!claimed && simulation.hub().claim(spec())) {
      claimed = true;
      simulation.coverage().saw(CoverageItem.CLAIM);
    } else if (!claimed) {
      simulation.coverage().saw(CoverageItem.CLAIM_REFUSED);
      closed = true;
    }
    return claimed;
  }

  /** Executes the actions of the last step, or a part of them. */
  void act(HubCallFault fault) {
    if (closed || frozen || todo.isEmpty()) {
      return;
    }
    List<Action> actions = List.copyOf(todo);
    ModelActionExecutor acting =
        new ModelActionExecutor(simulation, log, last.orElseThrow().progress(), fault);
    try {
      for (Action action : actions) {
        if (action instanceof Action.Close close) {
          close(close);
        } else if (!action.match(acting)) {
          return;
        }
        todo.remove(action);
        acks.addAll(acting.takeAcks());
        looks.addAll(acting.takeLooks());
        reports.addAll(acting.takeReports());
        notTried.addAll(acting.takeNotTried());
      }
    } catch (ModelActionExecutor.Lost e) {
      simulation.coverage().saw(CoverageItem.CLAIM_LOST);
      closed = true;
    }
  }

  private void close(Action.Close close) {
    closed = true;
    if (close.ending() == Action.Close.Ending.WITH_A_LAST_WRITE) {
      simulation.hub().publish(log, last.orElseThrow().progress(), false);
    }
    simulation.checker().closed(state);
  }

  /** Writes the status: relevant changes at once, changed numbers only if {@code numbersToo}. */
  void writeStatus(boolean numbersToo) {
    if (closed || frozen || last.isEmpty() || busy()) {
      return;
    }
    Progress progress = last.get().progress();
    if (!numbersToo && reported.filter(before -> alike(before, progress)).isPresent()) {
      return;
    }
    if (simulation.hub().publish(log, progress, true)) {
      reported = Optional.of(progress);
    } else {
      closed = true;
    }
  }

  private static boolean alike(Progress one, Progress other) {
    return weight(one).equals(weight(other));
  }

  private record Weight(
      Phase phase,
      Optional<Outcome> outcome,
      Optional<String> rolloutStatus,
      List<Progress.Approval> approvals,
      boolean paused) {}

  private static Weight weight(Progress reported) {
    return new Weight(
        reported.phase(),
        reported.outcome(),
        reported.rolloutStatus(),
        reported.approvals(),
        reported.paused());
  }
}
