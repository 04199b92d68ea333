package io.sluice.simulation;

import io.sluice.PayloadJson;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run of an attempt, as the durable shell does it: claim, then observe, decide, act, tell.
 *
 * <p>It takes no step while something that it asked for is unanswered; what comes in meanwhile
 * waits. {@link ModelActionExecutor} carries the actions out.
 */
final class ModelRun {
  private final Simulation world;
  private final AttemptLog book;
  private final List<Ack> acks = new ArrayList<>();
  private final List<Observation.Look> looks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private final List<Action> todo = new ArrayList<>();
  private AttemptState state;
  private Optional<Step> last = Optional.empty();
  private Optional<Progress> told = Optional.empty();
  private boolean claimed;
  private boolean closed;
  private boolean frozen;

  ModelRun(Simulation world, AttemptState state, AttemptLog book) {
    this.world = world;
    this.book = book;
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
    return last.flatMap(Step::wakeAt);
  }

  boolean busy() {
    return !todo.isEmpty() || !acks.isEmpty() || !looks.isEmpty();
  }

  void reported(List<Report> news) {
    reports.addAll(news);
  }

  List<Report> reports() {
    return reports;
  }

  /** A message of a person, entered where the product grants it. */
  void ask(ModelRequest ask, String group) {
    if (ask.objection(state, world.hub(), group).isEmpty()) {
      state = ask.of(state, group, world.now());
      world.oracle().asked(book, ask, group);
    }
  }

  /** Its worker died: another one goes on from what Temporal kept. */
  void crash() {
    AttemptState restored = PayloadJson.again(state, AttemptState.class);
    Invariant.LOST_STATE.holds(
        restored.equals(state), () -> "through JSON it becomes " + restored + ", was " + state);
    state = restored;
    again(acks, Ack.class);
    again(reports, Report.class);
    told = Optional.empty();
  }

  private static <T> void again(List<T> values, Class<T> type) {
    values.replaceAll(value -> PayloadJson.again(value, type));
  }

  /** Takes the next step, unless something is still being done. */
  void step() {
    if (closed || frozen || !claim() || !todo.isEmpty()) {
      return;
    }
    HubSnapshot view = world.hub().view(spec());
    Observation seen = new Observation(view, acks, looks, reports);
    acks.clear();
    looks.clear();
    reports.clear();
    AttemptState before = state;
    Step step = world.judge().step(before, seen, world.now());
    world.oracle().stepped(book, before, seen, step, world.now());
    world.stepped(step);
    state = step.state();
    last = Optional.of(step);
    todo.addAll(step.actions());
    if (todo.isEmpty()) {
      tell(false);
    }
  }

  private boolean claim() {
    if (!claimed && world.hub().claim(spec())) {
      claimed = true;
      world.tally().saw(CoverageItem.CLAIM);
    } else if (!claimed) {
      world.tally().saw(CoverageItem.CLAIM_REFUSED);
      closed = true;
    }
    return claimed;
  }

  /** Does what the last step asked for, or a part of it. */
  void act(HubCallFault mishap) {
    if (closed || frozen) {
      return;
    }
    List<Action> actions = List.copyOf(todo);
    ModelActionExecutor acting = new ModelActionExecutor(world, book, mishap);
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
      }
    } catch (ModelActionExecutor.Lost e) {
      world.tally().saw(CoverageItem.CLAIM_LOST);
      closed = true;
    }
  }

  private void close(Action.Close close) {
    closed = true;
    if (close.ending() == Action.Close.Ending.WITH_A_LAST_WRITE) {
      world.hub().publish(book, last.orElseThrow().progress(), false);
    }
    world.oracle().closed(state);
  }

  /** Writes the status: what people act on at once, mere numbers when somebody asks for it. */
  void tell(boolean numbersToo) {
    if (closed || frozen || last.isEmpty() || busy()) {
      return;
    }
    Progress progress = last.get().progress();
    if (!numbersToo && told.filter(before -> alike(before, progress)).isPresent()) {
      return;
    }
    if (world.hub().publish(book, progress, true)) {
      told = Optional.of(progress);
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
      Optional<String> word,
      List<Progress.Approval> approvals,
      boolean paused) {}

  private static Weight weight(Progress told) {
    return new Weight(
        told.phase(), told.outcome(), told.rolloutStatus(), told.approvals(), told.paused());
  }
}
