package io.sluice.workflow.visibility;

import io.sluice.policy.BindingName;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.lifecycle.HubName;
import io.temporal.common.SearchAttributeKey;
import io.temporal.common.SearchAttributes;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes what Temporal shows of a run: search attributes for the list of runs, summary and details
 * for the page of one run.
 *
 * <p>An upsert of search attributes is an event of the history, so they hold no numbers and no
 * times. The details are no event.
 */
public final class RunVisibility {
  private static final SearchAttributeKey<String> HUB = key("SluiceHub");
  private static final SearchAttributeKey<String> POLICY = key("SluicePolicy");
  private static final SearchAttributeKey<String> NAMESPACE = key("SluiceNamespace");
  private static final SearchAttributeKey<String> PHASE = key("SluicePhase");
  private static final SearchAttributeKey<String> OUTCOME = key("SluiceOutcome");
  private static final SearchAttributeKey<String> WAITING_FOR = key("SluiceWaitingFor");

  /** The names of all search attributes of runs; each is of type Keyword. */
  public static final List<String> SEARCH_ATTRIBUTES =
      Stream.of(HUB, POLICY, NAMESPACE, PHASE, OUTCOME, WAITING_FOR)
          .map(SearchAttributeKey::getName)
          .toList();

  /** A keyword takes 255 characters. */
  private static final int LONGEST_KEYWORD = 250;

  private final AttemptSpec spec;
  private final String footnote;
  private Optional<Shown> wanted = Optional.empty();
  private Optional<Shown> shown = Optional.empty();
  private Instant shownAt = Instant.EPOCH;
  private Optional<Duration> pace = Optional.empty();

  private record Shown(Phase phase, Optional<Outcome> outcome, String waitingFor) {
    /** Whether what changed since then is only how far groups are, which changes all the time. */
    boolean goesOnFrom(Shown before) {
      return phase.underWay() && before.phase.underWay() && outcome.equals(before.outcome);
    }
  }

  /**
   * Creates what shows a run.
   *
   * @param continued whether a former run of the chain has continued as this one, which has no
   *     summary and no static details of its own
   */
  public RunVisibility(AttemptSpec spec, boolean continued) {
    this.spec = spec;
    this.footnote = continued ? "\n\n" + commands(spec.policy()) : "";
  }

  /** Returns the search attributes that a run starts with. */
  public static SearchAttributes attributes(AttemptSpec spec, HubName hub) {
    return SearchAttributes.newBuilder()
        .set(HUB, hub.value())
        .set(POLICY, spec.policy().name())
        .set(NAMESPACE, spec.policy().namespace())
        .build();
  }

  /** Formats one line: {@code policies/web-tls: generation 3, attempt 2}. */
  public static String summary(AttemptSpec spec) {
    return "%s: generation %d, attempt %d"
        .formatted(spec.policy(), spec.version().generation(), spec.number());
  }

  /** Describes the run and the commands for it, as Markdown without tables. */
  public static String details(AttemptSpec spec) {
    return "Rolls generation %d of %s **%s** out, strategy **%s**. Where it stands: **Current Details**.\n\n%s"
        .formatted(
            spec.version().generation(),
            spec.policy().noun(),
            spec.policy(),
            spec.strategy().type(),
            commands(spec.policy()));
  }

  private static String commands(RolloutTarget policy) {
    if (policy instanceof BindingName) {
      return "- Approve a group, pause, resume, retry: `spec` of the Rollout `%s` in namespace `%s`\n"
          .formatted(policy.rolloutName(), policy.namespace());
    }
    return """
    - Approve a group: `sluice approve %1$s <group> -n %2$s`, or *More Actions*, *Send an Update*, `approve` where the worker allows it
    - Pause, resume, retry: `spec` of the Rollout `%3$s`
    - On the command line: `sluice status %1$s -n %2$s`
    """
        .formatted(policy.name(), policy.namespace(), policy.rolloutName());
  }

  /** Sets the details until the first step; details are lost in a continue-as-new. */
  public void open() {
    Workflow.setCurrentDetails(DetailsMarkdown.opening(spec) + footnote);
  }

  /**
   * Has search attributes change by a pace of their own, and not with the writes of the status
   * alone, as before rules 2.
   *
   * @param every the least time between two changes while groups are under way
   */
  public void paced(Duration every) {
    pace = Optional.of(every);
  }

  /**
   * Sets the details, and the search attributes if they changed; while groups are under way {@link
   * #showNow} does that with the next write of the status, which shows the same.
   */
  public void show(Progress progress, Instant now) {
    Workflow.setCurrentDetails(DetailsMarkdown.of(spec, progress) + footnote);
    Shown next = new Shown(progress.phase(), progress.outcome(), cut(progress.waitSummary()));
    wanted = Optional.of(next);
    boolean due = pace.map(shownAt::plus).filter(at -> !now.isBefore(at)).isPresent();
    if (due || shown.filter(next::goesOnFrom).isEmpty()) {
      showNow(now);
    }
  }

  /** Returns when search attributes that have changed are to be set by their own pace. */
  public Optional<Instant> dueAt() {
    return pace.filter(every -> !shown.equals(wanted)).map(shownAt::plus);
  }

  /** Sets search attributes that have changed: the status is written, too. */
  public void showNow(Instant now) {
    if (shown.equals(wanted)) {
      return;
    }
    Shown next = wanted.orElseThrow();
    shown = wanted;
    shownAt = now;
    Workflow.upsertTypedSearchAttributes(
        PHASE.valueSet(next.phase().label()),
        next.outcome().map(end -> OUTCOME.valueSet(end.label())).orElse(OUTCOME.valueUnset()),
        next.waitingFor().isEmpty()
            ? WAITING_FOR.valueUnset()
            : WAITING_FOR.valueSet(next.waitingFor()));
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(LONGEST_KEYWORD, text.length()));
  }

  private static SearchAttributeKey<String> key(String name) {
    return SearchAttributeKey.forKeyword(name);
  }
}
