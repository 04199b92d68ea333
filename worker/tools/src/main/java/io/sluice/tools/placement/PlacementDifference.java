package io.sluice.tools.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.evaluation.EvaluationInput;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.List;
import java.util.Optional;

/** Holds which clusters join, leave or move between the groups of a Placement by a change of it. */
public final class PlacementDifference {
  private final PlacementReport report;
  private final GroupChanges changes;

  private PlacementDifference(PlacementReport report, GroupChanges changes) {
    this.report = requireNonNull(report, "report is null");
    this.changes = requireNonNull(changes, "changes is null");
  }

  /**
   * Compares.
   *
   * @param present what it is evaluated from now; empty where there is no such Placement
   * @param next what it is evaluated from after the change
   * @param written the Placement as files have it, whose spellings are checked; none if no file has
   */
  public static PlacementDifference between(
      Optional<EvaluationInput> present,
      EvaluationInput next,
      List<GenericKubernetesResource> written) {
    PlacementReport report = PlacementReport.of(next, PlacementFiles.warnings(written));
    return new PlacementDifference(
        report,
        GroupChanges.between(
            present.map(PlacementDifference::groups).orElse(List.of()), report.groups()));
  }

  /** Returns the groups on the hub; where it has no decisions, those that the Placement gives. */
  private static List<DecisionGroup> groups(EvaluationInput present) {
    List<DecisionGroup> published = PublishedGroupReader.read(present);
    return published.isEmpty() ? PlacementReport.of(present, List.of()).groups() : published;
  }

  /** Returns whether every cluster stays in its group, or out. */
  public boolean none() {
    return changes.changes().isEmpty();
  }

  /** Formats it for people. */
  public List<String> lines(TerminalStyle style) {
    return GroupChangesPrinter.lines(report, changes, style);
  }

  /** Returns the document for programs. */
  public Object document() {
    return PlacementDocument.Changes.of(report, changes);
  }
}
