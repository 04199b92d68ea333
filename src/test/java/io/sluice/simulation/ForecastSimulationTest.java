package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.forecast.ApprovalAnswer;
import io.sluice.forecast.ClusterAnswer;
import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.CourseRecorder;
import io.sluice.forecast.FleetProfile;
import io.sluice.forecast.Forecast;
import io.sluice.forecast.Forecaster;
import io.sluice.forecast.Wave;
import io.sluice.plan.RolloutPlanner;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares forecasts with the real course of simulated rollouts under the same answers. */
class ForecastSimulationTest {
  private static final int WORLDS = Integer.getInteger("sluice.worlds", 200);

  @Test
  void aForecastIsTheRealCourse() {
    int ended = 0;
    int halted = 0;
    int still = 0;
    for (long seed = 1; seed <= WORLDS; seed++) {
      Forecast real = compare(seed);
      ended += real.end().kind() == CourseEnd.Kind.ENDED ? 1 : 0;
      halted += real.halt().isPresent() ? 1 : 0;
      still += real.end().kind() == CourseEnd.Kind.STANDS_STILL ? 1 : 0;
    }
    assertThat(ended).isGreaterThan(WORLDS / 2);
    assertThat(halted).isGreaterThan(WORLDS / 20);
    assertThat(still).isGreaterThan(WORLDS / 50);
  }

  @Test
  void aForecastGoesOnFromARunningAttempt() {
    Set<Phase> from = EnumSet.noneOf(Phase.class);
    for (long seed = 1; seed <= WORLDS; seed++) {
      from.add(compareFromTheMiddle(seed));
    }
    assertThat(from)
        .contains(
            Phase.PROGRESSING, Phase.SOAKING, Phase.WAITING_FOR_APPROVAL, Phase.HALTED, Phase.DONE);
  }

  /** Returns the phase that the forecast began in. */
  private static Phase compareFromTheMiddle(long seed) {
    Answers answers = new Answers(seed);
    Recorded recorded = new Recorded();
    Simulation simulation =
        new Simulation(new ScriptGenerator(seed).setup(), recorded, new CoverageCounter(), null);
    simulation.begin();
    ModelRun run = simulation.awake().findFirst().orElseThrow();
    recorded.run = run;
    World world = new World(simulation, run, answers);
    Instant middle = Simulation.START.plusSeconds(new Random(seed).nextInt(1_500));
    world.playUntil(middle);
    Instant now = simulation.now();
    Phase phase = recorded.progress.phase();
    if (run.closed()) {
      return phase;
    }
    recorded.recorder = new CourseRecorder(now, run.state());
    Forecast forecast =
        Forecaster.of(Rules.CURRENT, run.state(), claimed(simulation, run), answers, now);
    check(seed, forecast, world.play(recorded));
    return phase;
  }

  private static HubSnapshot claimed(Simulation simulation, ModelRun run) {
    HubSnapshot hub = simulation.hub().view(run.spec(), simulation.now());
    return new HubSnapshot(
        HubSnapshot.ClaimState.HELD, hub.root(), hub.refusal(), hub.intent(), hub.fleet());
  }

  private static Forecast compare(long seed) {
    Answers answers = new Answers(seed);
    Recorded recorded = new Recorded();
    Simulation simulation =
        new Simulation(new ScriptGenerator(seed).setup(), recorded, new CoverageCounter(), null);
    simulation.begin();
    ModelRun run = simulation.awake().findFirst().orElseThrow();
    recorded.run = run;
    Forecast forecast =
        Forecaster.of(
            Rules.CURRENT, run.state(), claimed(simulation, run), answers, Simulation.START);
    Forecast real = new World(simulation, run, answers).play(recorded);
    check(seed, forecast, real);
    return real;
  }

  private static void check(long seed, Forecast forecast, Forecast real) {
    assertThat(unsigned(forecast)).as("waves, seed %d", seed).isEqualTo(unsigned(real));
    assertThat(forecast.failures()).as("failures, seed %d", seed).isEqualTo(real.failures());
    assertThat(forecast.halt()).as("halt, seed %d", seed).isEqualTo(real.halt());
    assertThat(forecast.end().kind()).as("kind, seed %d", seed).isEqualTo(real.end().kind());
    assertThat(forecast.end().at()).as("end, seed %d", seed).isEqualTo(real.end().at());
    assertThat(forecast.end().outcome()).as("seed %d", seed).isEqualTo(real.end().outcome());
    assertThat(forecast.end().phase()).as("phase, seed %d", seed).isEqualTo(real.end().phase());
    assertThat(forecast.end().counts()).as("counts, seed %d", seed).isEqualTo(real.end().counts());
  }

  /** The simulated hub does not record who approved. */
  private static List<Wave> unsigned(Forecast forecast) {
    return forecast.waves().stream()
        .map(
            wave ->
                new Wave(
                    wave.at(),
                    wave.group(),
                    wave.number(),
                    wave.clusters(),
                    wave.because().replace(" by a person", ""),
                    wave.after()))
        .toList();
  }

  /** Records the steps of a run, and not those that only check them. */
  private static final class Recorded implements StepFunction {
    private CourseRecorder recorder = new CourseRecorder(Simulation.START);
    private Progress progress;
    private ModelRun run;
    private AttemptState last;

    @Override
    public Step step(AttemptState state, Observation seen, Instant now) {
      Step step = RolloutPlanner.step(Rules.CURRENT, state, seen, now);
      if (state == run.state() && state != last) {
        last = state;
        recorder.enter(now, step);
        progress = step.progress();
      }
      return step;
    }
  }

  /** Answers by a seed; approvals come at instants of their own. */
  private record Answers(long seed) implements FleetProfile {
    @Override
    public ClusterAnswer answer(String cluster) {
      Random random = new Random(31 * seed + cluster.hashCode());
      random.nextInt();
      Duration after = Duration.ofSeconds(random.nextInt(400));
      return switch (random.nextInt(12)) {
        case 0 -> ClusterAnswer.OFFLINE;
        case 1 -> ClusterAnswer.failure(after);
        default -> ClusterAnswer.success(after);
      };
    }

    @Override
    public ApprovalAnswer approval(GroupKey group) {
      Random random = new Random(17 * seed + group.name().hashCode());
      random.nextInt();
      return random.nextInt(6) == 0
          ? ApprovalAnswer.NEVER
          : new ApprovalAnswer.AfterStart(Duration.ofSeconds(1 + random.nextInt(2_000)));
    }
  }

  /** Plays the answers in a simulation. */
  private static final class World {
    private final Simulation simulation;
    private final ModelRun run;
    private final Answers answers;
    private final Set<String> dispatched = new TreeSet<>();
    private final TreeMap<String, Instant> reports = new TreeMap<>();
    private final TreeMap<String, Instant> approvals = new TreeMap<>();

    World(Simulation simulation, ModelRun run, Answers answers) {
      this.simulation = simulation;
      this.run = run;
      this.answers = answers;
      for (ModelGroup group : simulation.fleet().groups()) {
        if (answers.approval(group.key()) instanceof ApprovalAnswer.AfterStart answer) {
          approvals.put(group.name(), Simulation.START.plus(answer.time()));
        }
      }
    }

    Forecast play(Recorded recorded) {
      playUntil(Instant.MAX);
      return recorded.recorder.end(CourseEnd.Kind.STANDS_STILL);
    }

    /** Plays all that happens up to an instant. */
    void playUntil(Instant last) {
      while (!run.closed()) {
        happen();
        simulation.settle();
        schedule();
        if (reports.values().stream().anyMatch(at -> !at.isAfter(simulation.now()))) {
          continue;
        }
        Optional<Instant> next = next();
        if (run.closed() || next.isEmpty() || next.get().isAfter(last)) {
          break;
        }
        simulation.passUntil(next.get());
      }
    }

    private void happen() {
      Instant now = simulation.now();
      for (String cluster : Set.copyOf(reports.keySet())) {
        if (!reports.get(cluster).isAfter(now)) {
          reports.remove(cluster);
          ClusterAnswer answer = answers.answer(cluster);
          if (answer.offline()) {
            simulation.fleet().away().add(cluster);
          } else {
            simulation.hub().report(cluster, answer.verdict(), false);
          }
          simulation.enqueue(cluster);
        }
      }
      ModelRollout object = simulation.hub().rollout().orElseThrow();
      approvals.forEach(
          (group, at) -> {
            if (!at.isAfter(now) && group.isEmpty()) {
              object.ungrouped = true;
            } else if (!at.isAfter(now)) {
              object.approved.add(group);
            }
          });
    }

    /** Lets clusters report that were dispatched. */
    private void schedule() {
      simulation
          .hub()
          .replicas()
          .forEach(
              (cluster, replica) ->
                  replica
                      .dispatch()
                      .filter(found -> found.as() == Dispatch.As.DISPATCHED)
                      .filter(found -> dispatched.add(cluster))
                      .ifPresent(
                          found ->
                              reports.put(
                                  cluster,
                                  found
                                      .at()
                                      .plus(
                                          answers.answer(cluster).after().orElse(Duration.ZERO)))));
    }

    private Optional<Instant> next() {
      return Stream.of(
              reports.values().stream(),
              approvals.values().stream().filter(at -> at.isAfter(simulation.now())),
              run.wakeAt().stream())
          .flatMap(instants -> instants)
          .min(Comparator.naturalOrder());
    }
  }
}
