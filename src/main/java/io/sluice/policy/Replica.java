package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what the informers keep of a replica: enough to judge it, without the text of its
 * templates.
 *
 * @param policy the root policy
 * @param cluster the managed cluster, which is also the namespace
 * @param contentHash hash of its present spec
 * @param dispatch its dispatch; absent for an unstaged policy, or if the annotation is unreadable
 * @param compliant the compliance of the whole policy, which may be that of former content
 * @param templates the templates in its spec
 * @param details the spoke's reports on the templates
 * @param informs whether its present spec enforces nothing (rollout-strategy 3.8)
 */
public record Replica(
    PolicyName policy,
    String cluster,
    String resourceVersion,
    String contentHash,
    Optional<Dispatch> dispatch,
    Optional<Compliance> compliant,
    List<TemplateRef> templates,
    List<TemplateReport> details,
    boolean informs) {
  public Replica {
    requireNonNull(policy, "policy is null");
    requireNonNull(cluster, "cluster is null");
    requireNonNull(resourceVersion, "resourceVersion is null");
    requireNonNull(contentHash, "contentHash is null");
    requireNonNull(dispatch, "dispatch is null");
    requireNonNull(compliant, "compliant is null");
    templates = List.copyOf(templates);
    details = List.copyOf(details);
  }

  /** A replica that enforces something. */
  public Replica(
      PolicyName policy,
      String cluster,
      String resourceVersion,
      String contentHash,
      Optional<Dispatch> dispatch,
      Optional<Compliance> compliant,
      List<TemplateRef> templates,
      List<TemplateReport> details) {
    this(
        policy,
        cluster,
        resourceVersion,
        contentHash,
        dispatch,
        compliant,
        templates,
        details,
        false);
  }

  /** Returns the same replica with this dispatch. */
  public Replica with(Optional<Dispatch> given) {
    return new Replica(
        policy,
        cluster,
        resourceVersion,
        contentHash,
        given,
        compliant,
        templates,
        details,
        informs);
  }

  /**
   * The dispatch that wrote the replica's present content; absent also if others changed the spec
   * since, because the baseline is then that of other content (rollout-strategy E5).
   */
  public Optional<Dispatch> ownDispatch() {
    return dispatch.filter(given -> given.wrote(contentHash));
  }

  /** The report on each template, in the order of the templates. */
  public List<Optional<TemplateReport>> reports() {
    Map<String, Integer> met = new HashMap<>();
    return templates.stream()
        .map(TemplateRef::name)
        .map(name -> report(name, met.merge(name, 1, Integer::sum) - 1))
        .toList();
  }

  /** Details are in the order of the templates, so two templates of one name have a report each. */
  private Optional<TemplateReport> report(String name, int occurrence) {
    return details.stream()
        .filter(report -> !name.isEmpty() && report.template().equals(name))
        .skip(occurrence)
        .findFirst();
  }
}
