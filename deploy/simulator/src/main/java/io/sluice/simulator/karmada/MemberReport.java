package io.sluice.simulator.karmada;

import io.sluice.simulator.tree.ObjectTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the status of a Work: conditions, and what is reflected of the object on the member. */
final class MemberReport {
  private static final String APPLIED = "Applied";
  private static final String DISPATCHING = "Dispatching";

  private final ExecutedWork work;
  private final MemberEvidence evidence;
  private final Instant now;

  MemberReport(ExecutedWork work, MemberEvidence evidence, Instant now) {
    this.work = work;
    this.evidence = evidence;
    this.now = now;
  }

  /** Reports that the member keeps what it has. */
  Map<String, Object> suspended() {
    return status(
        condition(DISPATCHING, false, "SuspendDispatching", "Work dispatching is suspended."),
        work.status().get("manifestStatuses"));
  }

  Map<String, Object> refused() {
    return status(
        condition(APPLIED, false, "AppliedFailed", "Failed to apply all manifests (0/1)."),
        work.status().get("manifestStatuses"));
  }

  Map<String, Object> applied(AppliedObject object, boolean healthy) {
    return status(
        condition(APPLIED, true, "AppliedSuccessful", "Manifest has been successfully applied"),
        List.of(reflected(object, healthy)));
  }

  private Map<String, Object> status(Map<String, Object> condition, Object manifests) {
    List<Map<String, Object>> conditions = new ArrayList<>();
    ObjectTree.maps(work.status().get("conditions"))
        .filter(each -> !each.get("type").equals(condition.get("type")))
        .filter(each -> !each.get("type").equals(DISPATCHING))
        .forEach(conditions::add);
    conditions.add(condition);
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("conditions", conditions);
    Optional.ofNullable(manifests).ifPresent(known -> status.put("manifestStatuses", known));
    return status;
  }

  private Map<String, Object> condition(String type, boolean met, String reason, String message) {
    Map<String, Object> condition = new LinkedHashMap<>();
    condition.put("type", type);
    condition.put("status", met ? "True" : "False");
    condition.put("reason", reason);
    condition.put("message", message);
    if (evidence == MemberEvidence.WORK_GENERATION) {
      condition.put("observedGeneration", (int) work.generation());
    }
    condition.put("lastTransitionTime", since(condition));
    return condition;
  }

  private String since(Map<String, Object> condition) {
    return ObjectTree.maps(work.status().get("conditions"))
        .filter(former -> former.get("type").equals(condition.get("type")))
        .filter(former -> former.get("status").equals(condition.get("status")))
        .map(former -> ObjectTree.text(former.get("lastTransitionTime")))
        .findFirst()
        .orElse(now.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private Map<String, Object> reflected(AppliedObject object, boolean healthy) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("identifier", identifier());
    entry.put("health", healthy ? "Healthy" : "Unhealthy");
    Map<String, Object> status = new LinkedHashMap<>();
    if (evidence == MemberEvidence.TEMPLATE_GENERATION) {
      status.put("generation", (int) object.generation());
      status.put(
          "observedGeneration", (int) (healthy ? object.generation() : object.generation() - 1));
      status.put("resourceTemplateGeneration", (int) work.templateGeneration());
    }
    Object replicas = ObjectTree.map(work.manifest().get("spec")).get("replicas");
    if (replicas != null) {
      status.put("replicas", replicas);
      status.put("readyReplicas", healthy ? replicas : 0);
    }
    entry.put("status", status);
    return entry;
  }

  private Map<String, Object> identifier() {
    String version = ObjectTree.text(work.manifest().get("apiVersion"));
    Map<String, Object> metadata = ObjectTree.map(work.manifest().get("metadata"));
    Map<String, Object> identifier = new LinkedHashMap<>();
    identifier.put("ordinal", 0);
    identifier.put("group", version.substring(0, Math.max(0, version.indexOf('/'))));
    identifier.put("version", version.substring(version.indexOf('/') + 1));
    identifier.put("kind", ObjectTree.text(work.manifest().get("kind")));
    identifier.put("resource", "");
    identifier.put("namespace", ObjectTree.text(metadata.get("namespace")));
    identifier.put("name", ObjectTree.text(metadata.get("name")));
    return identifier;
  }
}
