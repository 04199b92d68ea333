package io.sluice.hub.replica;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootShell;
import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import io.sluice.policy.ReplicaSpec;
import io.sluice.policy.TemplateReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Parses replicas, reduced to what is cached of them (policy-propagation 4 and 11.2). */
public final class ReplicaParser {
  private static final RecentValues<String, Optional<Dispatch>> DISPATCHES =
      new RecentValues<>(text -> HubObjects.parse(text, Dispatch.class));

  private ReplicaParser() {}

  /**
   * Empty if the policy is not named after a root. It may be a replica that lost its label, or,
   * outside of the namespaces of clusters, a root whose name has a dot.
   */
  public static Optional<CachedReplica> of(GenericKubernetesResource policy) {
    return PolicyName.ofReplica(policy.getMetadata().getName()).map(root -> of(root, policy));
  }

  /** Returns whether it has the label of a replica; a root has none. */
  public static boolean labelled(GenericKubernetesResource policy) {
    return labelled(policy.getMetadata());
  }

  /** Returns the same from its metadata. */
  public static boolean labelled(ObjectMeta policy) {
    return policy.getLabels() != null && policy.getLabels().containsKey(PolicyApi.ROOT_POLICY);
  }

  /**
   * Parses a labelled replica whose spec has been reduced already.
   *
   * @param status its status; only what is cached of it is read
   */
  public static ReplicaShell shell(
      PolicyName root, ObjectMeta meta, CachedSpec spec, Map<String, Object> status) {
    return new ReplicaShell(of(root, meta, spec, status), meta);
  }

  /** Parses the policy under the name of that root's replica, whatever labels it has. */
  static CachedReplica of(PolicyName root, GenericKubernetesResource policy) {
    return of(
        root,
        policy.getMetadata(),
        CachedSpec.of(HubObjects.part(whole(policy), "spec")),
        HubObjects.part(policy, "status"));
  }

  /** What is not kept of its spec makes it differ from all that Sluice renders. */
  private static GenericKubernetesResource whole(GenericKubernetesResource policy) {
    return policy instanceof RootShell shell ? shell.whole().orElse(policy) : policy;
  }

  private static CachedReplica of(
      PolicyName root, ObjectMeta meta, CachedSpec spec, Map<String, Object> status) {
    return of(
        root,
        meta,
        spec,
        new Reported(
            compliance(status),
            JsonTree.maps(status, "details").stream().map(ReplicaParser::report).toList(),
            JsonTree.text(status, "rolloutStatus")));
  }

  /**
   * Returns a replica as it is after a write of this spec that the hub has accepted.
   *
   * @param meta the metadata that the hub has answered
   * @param over the replica before the write, which was locked by its version; a write of the
   *     content leaves the status as it is
   */
  static CachedReplica written(
      PolicyName root, ObjectMeta meta, ReplicaSpec spec, Optional<CachedReplica> over) {
    return of(
        root,
        meta,
        CachedSpec.of(spec),
        over.map(
                former ->
                    new Reported(
                        former.replica().compliant(),
                        former.replica().details(),
                        former.rolloutStatus()))
            .orElse(Reported.NOTHING));
  }

  /** What the status of a replica reports. */
  private record Reported(
      Optional<Compliance> compliant,
      List<TemplateReport> details,
      Optional<String> rolloutStatus) {
    private static final Reported NOTHING =
        new Reported(Optional.empty(), List.of(), Optional.empty());
  }

  private static CachedReplica of(
      PolicyName root, ObjectMeta meta, CachedSpec spec, Reported reported) {
    Map<String, String> labels = Objects.requireNonNullElse(meta.getLabels(), Map.of());
    Map<String, String> annotations = Objects.requireNonNullElse(meta.getAnnotations(), Map.of());
    Replica replica =
        new Replica(
            root,
            meta.getNamespace(),
            meta.getResourceVersion(),
            spec.contentHash(),
            dispatch(annotations),
            reported.compliant(),
            spec.templates(),
            reported.details(),
            spec.informs());
    return new CachedReplica(
        replica,
        meta.getUid(),
        ReplicaDigests.of(
            ReplicaContent.Compared.of(
                meta.getNamespace(), labels, annotations, spec.contentHash())),
        Objects.requireNonNullElse(meta.getFinalizers(), List.of()),
        Objects.requireNonNullElse(meta.getOwnerReferences(), List.of()),
        Optional.ofNullable(annotations.get(PolicyApi.ENCRYPTION_IV)),
        GateLabels.of(labels),
        reported.rolloutStatus());
  }

  /**
   * Parses the dispatch in the annotation of a replica (policy-propagation 4.1). A missing or
   * foreign annotation is no error: the content decides which version a replica carries.
   */
  static Optional<Dispatch> dispatch(Map<String, String> annotations) {
    return Optional.ofNullable(annotations.get(Dispatch.ANNOTATION)).flatMap(DISPATCHES::of);
  }

  private static TemplateReport report(Map<String, Object> details) {
    return new TemplateReport(
        JsonTree.text(JsonTree.map(details, "templateMeta"), "name").orElse(""),
        compliance(details),
        JsonTree.maps(details, "history").stream().map(ReplicaParser::entry).toList());
  }

  private static TemplateReport.Entry entry(Map<String, Object> history) {
    return new TemplateReport.Entry(
        JsonTree.text(history, "eventName").orElse(""),
        // An unreadable time counts as long ago: such a report proves nothing.
        JsonTree.instant(history, "lastTimestamp").orElse(Instant.EPOCH));
  }

  private static Optional<Compliance> compliance(Map<String, Object> tree) {
    return JsonTree.text(tree, "compliant").flatMap(Compliance::ofLabel);
  }
}
