package io.sluice.plan;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.Strategy;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Tells an attempt step by step, as lines that read like a story.
 *
 * <p>The hub acknowledges every write at once. With a seed, everything that is a list reaches the
 * step in another order; the story must stay the same.
 */
final class Story {
  static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
  private static final long NUMBER = 7;
  private static final String CONTENT = "content-2";

  private final StringBuilder text = new StringBuilder();
  private final List<DecisionGroup> groups = new ArrayList<>();
  private final List<Ack> acks = new ArrayList<>();
  private final List<Report> reports = new ArrayList<>();
  private final List<Observation.Look> looks = new ArrayList<>();
  private final Optional<Random> disorder;
  private HubView hub;
  private AttemptState state;
  private Instant now = START;
  private Step last;

  Story(Strategy strategy, Optional<Long> seed) {
    disorder = seed.map(Random::new);
    PolicyVersion version = new PolicyVersion("policy-uid", 2, CONTENT);
    AttemptSpec spec =
        new AttemptSpec(
            new PolicyName("policies", "web"),
            "u1",
            NUMBER,
            version,
            strategy,
            "strategy",
            AttemptSpec.DEFAULT_SOAK_FLOOR,
            AttemptSpec.DEFAULT_WEAK_SOAK_FLOOR);
    state = AttemptState.begin(spec, START);
    hub = view(Intent.NONE);
  }

  private HubView view(Intent intent) {
    RootView root = new RootView(state.spec().version(), false, true, "strategy", Optional.empty());
    return new HubView(
        HubView.Claim.HELD,
        Optional.of(root),
        Optional.empty(),
        intent,
        FleetView.of(shuffled(groups)));
  }

  Story group(String name, String... clusters) {
    GroupKey key = new GroupKey("placement", name, groups.size());
    groups.add(new DecisionGroup(key, shuffled(Arrays.asList(clusters))));
    hub = view(hub.intent());
    return this;
  }

  Story joins(String name, String cluster) {
    groups.replaceAll(
        group -> {
          if (!group.key().name().equals(name)) {
            return group;
          }
          List<String> more = new ArrayList<>(group.clusters());
          more.add(cluster);
          return new DecisionGroup(group.key(), shuffled(more));
        });
    hub = view(hub.intent());
    return tell(cluster + " joins " + name);
  }

  Story approve(String... names) {
    List<Intent.GroupApproval> entries =
        Arrays.stream(names).map(name -> new Intent.GroupApproval(name, true)).toList();
    hub = view(new Intent(entries, false, Optional.empty(), hub.intent().paused()));
    return tell(names.length == 0 ? "nothing is approved" : String.join(", ", names) + " approved");
  }

  Story positive(String... clusters) {
    return report(Verdict.POSITIVE, "compliant", clusters);
  }

  Story negative(String... clusters) {
    return report(Verdict.NEGATIVE, "not compliant", clusters);
  }

  private Story report(Verdict verdict, String words, String... clusters) {
    for (String cluster : clusters) {
      reports.add(new Report(cluster, NUMBER, CONTENT, verdict, false, false, now.toEpochMilli()));
    }
    return tell(String.join(", ", clusters) + " " + words);
  }

  Story begin() {
    return tell("begins");
  }

  Story after(Duration time) {
    now = now.plus(time);
    return tell(Texts.of(time) + " pass");
  }

  /** Steps until nothing more is to be done at this instant, and tells what came of it. */
  private Story tell(String event) {
    text.append("%s  %s\n".formatted(Texts.at(now, START), event));
    boolean again = true;
    while (again) {
      last = Attempt.step(Rules.CURRENT, state, observation(), now);
      state = last.state();
      again = carryOut(last.actions());
    }
    text.append("    %s\n".formatted(clusters()));
    Progress progress = last.progress();
    text.append(
        "    %s, %s%s%s\n"
            .formatted(
                progress.rolloutStatus().orElse("-"),
                progress.phase(),
                progress.outcome().map(end -> ", " + end).orElse(""),
                progress.waitingFor().isEmpty() ? "" : ": " + progress.waitingFor()));
    return this;
  }

  private Observation observation() {
    Observation seen = new Observation(hub, shuffled(acks), List.copyOf(looks), shuffled(reports));
    acks.clear();
    looks.clear();
    reports.clear();
    return seen;
  }

  /** True when something was done that another step has to see. */
  private boolean carryOut(List<Action> actions) {
    for (Action action : actions) {
      text.append("    -> %s\n".formatted(action.match(new Words())));
    }
    return !acks.isEmpty() || !looks.isEmpty();
  }

  private final class Words implements Action.Cases<String> {
    @Override
    public String dispatch(Action.Dispatch action) {
      action.clusters().forEach(cluster -> acks.add(Ack.written(cluster, now, NUMBER)));
      return "dispatch %s: %s".formatted(String.join(", ", action.clusters()), action.because());
    }

    @Override
    public String provide(Action.Provide action) {
      action
          .clusters()
          .forEach(cluster -> acks.add(Ack.written(cluster, now, NUMBER).to(Ack.Asked.PROVIDE)));
      return "provide %s: %s".formatted(String.join(", ", action.clusters()), action.because());
    }

    @Override
    public String takeBack(Action.TakeBack action) {
      action
          .clusters()
          .forEach(cluster -> acks.add(Ack.written(cluster, now, NUMBER).to(Ack.Asked.TAKE_BACK)));
      return "take back %s: %s".formatted(String.join(", ", action.clusters()), action.because());
    }

    @Override
    public String look(Action.Look action) {
      looks.add(new Observation.Look(action.clusters(), now));
      return "look at %s: %s".formatted(String.join(", ", action.clusters()), action.because());
    }

    @Override
    public String close(Action.Close action) {
      return "close: " + action.because();
    }
  }

  private String clusters() {
    return groups.stream()
        .map(group -> group.key().name() + " " + letters(group))
        .collect(Collectors.joining(" | "));
  }

  private String letters(DecisionGroup group) {
    return group.clusters().stream()
        .sorted()
        .map(cluster -> cluster + "=" + letter(cluster))
        .collect(Collectors.joining(" "));
  }

  private String letter(String cluster) {
    return state.clusters().stream()
        .filter(entry -> entry.cluster().equals(cluster))
        .map(
            entry ->
                switch (entry.stage()) {
                  case STARTED, DISPATCHED -> "P";
                  case SOAKING -> "s";
                  case SUCCEEDED -> "S";
                  case FAILED -> "F";
                  case TIMED_OUT -> "O";
                  case NEW_CLUSTER -> "N";
                })
        .findFirst()
        .orElse("T");
  }

  private <T> List<T> shuffled(List<T> list) {
    List<T> copy = new ArrayList<>(list);
    disorder.ifPresent(random -> Collections.shuffle(copy, random));
    return copy;
  }

  String text() {
    return text.toString();
  }

  Step last() {
    return last;
  }
}
