package io.sluice.workflow.visibility;

import io.sluice.gate.HeldClusters;
import io.sluice.hold.GroupHold;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestState.RecordedRequest;
import io.sluice.text.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Formats a run's details as Markdown for Temporal's UI: flat lists with one line a group, as the
 * UI renders neither tables nor nested lists.
 */
final class DetailsMarkdown {
  private static final int MOST_LINES = 60;
  private static final int MOST_EXCEPTIONS = 10;
  private static final int MOST_REQUESTS = 10;

  private DetailsMarkdown() {}

  static String opening(AttemptSpec spec) {
    return "**Reading the hub**" + which(spec);
  }

  static String of(AttemptSpec spec, Progress progress) {
    String head =
        "**%s**%s"
            .formatted(
                progress.outcome().map(Object::toString).orElse(progress.phase().label()),
                which(spec));
    return PrintableText.lines(parts(head, progress));
  }

  private static String parts(String head, Progress progress) {
    return Stream.of(
            head,
            progress.waitingFor().isEmpty() ? progress.next().orElse("") : progress.waitingFor(),
            progress.held().flatMap(HeldClusters::sentence).orElse(""),
            list(progress.groups(), MOST_LINES, DetailsMarkdown::line, "groups"),
            exceptions(progress),
            requests(progress))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n\n"));
  }

  private static String which(AttemptSpec spec) {
    return ", generation %d, attempt %d".formatted(spec.version().generation(), spec.number());
  }

  private static <T> String list(List<T> entries, int most, Function<T, String> line, String what) {
    String lines = entries.stream().limit(most).map(line).collect(Collectors.joining("\n"));
    int more = entries.size() - most;
    return more > 0 ? lines + "\n- and %d more %s".formatted(more, what) : lines;
  }

  /** Formats one line: {@code **stage** soaking: **4 of 10** succeeded, 6 soaking}. */
  private static String line(Progress.Group group) {
    Counts counts = group.counts();
    String others =
        Stream.of(
                some(counts.soaking(), "soaking"),
                some(counts.progressing(), "progressing"),
                some(waiting(counts) ? 0 : counts.toApply(), "to apply"),
                some(counts.failed(), "failed"),
                some(counts.timeOut(), "timed out"),
                some(counts.newCluster(), "new"),
                some(counts.ignored(), "ignored"),
                group.inform().map(Progress.InformCounts::text))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    // One for each group at each step: formats are slow.
    return "- **"
        + group.label()
        + "** "
        + state(group)
        + ": **"
        + counts.succeeded()
        + " of "
        + counts.clusters()
        + "** succeeded"
        + (others.isEmpty() ? "" : ", " + others);
  }

  private static String state(Progress.Group group) {
    Counts counts = group.counts();
    if (counts.progressing() > 0) {
      return "progressing";
    }
    if (counts.soaking() > 0) {
      return "soaking";
    }
    if (waiting(counts)) {
      if (group.closed().isPresent()) {
        return "closed" + group.hold().flatMap(GroupHold::rule).map(" (%s)"::formatted).orElse("");
      }
      return group.approved() ? "to come" : "waits for approval";
    }
    return "done";
  }

  /** No cluster is in flight, but some have not started. */
  private static boolean waiting(Counts counts) {
    return counts.progressing() + counts.soaking() == 0
        && counts.toApply() + counts.newCluster() > 0;
  }

  private static Optional<String> some(long number, String what) {
    return number > 0 ? Optional.of(number + " " + what) : Optional.empty();
  }

  private static String exceptions(Progress progress) {
    if (progress.exceptions().isEmpty()) {
      return "";
    }
    return "Exceptions:\n\n"
        + list(progress.exceptions(), MOST_EXCEPTIONS, DetailsMarkdown::line, "clusters");
  }

  private static String requests(Progress progress) {
    if (progress.requests().isEmpty()) {
      return "";
    }
    return "Requests:\n\n"
        + list(progress.requests(), MOST_REQUESTS, DetailsMarkdown::line, "requests");
  }

  private static String line(RecordedRequest request) {
    return "- %s %s".formatted(request.what(), oneLine(request.byWhom(request.at())));
  }

  private static String line(ClusterIssue exception) {
    return "- **%s** (%s): %s%s"
        .formatted(
            exception.cluster(),
            exception.groupName(),
            exception.reason().label(),
            exception.message().isEmpty() ? "" : ". " + oneLine(exception.message()));
  }

  private static String oneLine(String message) {
    return PrintableText.line(message.lines().findFirst().orElse("").strip(), 200);
  }
}
