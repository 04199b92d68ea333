package io.sluice.simulator.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.simulator.api.WriteAdmission;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Refuses approvals in the name of others, and their removal, as {@code
 * deploy/admission/approvals/approvals.yaml} does on a real server. Times and groups of users are
 * not looked at. A request without a user comes from anybody, but for the probe of a worker.
 */
public final class ApprovalAdmission implements WriteAdmission {
  private static final String ROLLOUTS = "rollouts.cluster.open-cluster-management.io";
  private static final String PROBE = "sluice.approvals-probe";
  private static final String POLICY = "sluice-approvals";

  @Override
  public ObjectNode admit(Write write) {
    if (!write.resource().equals(ROLLOUTS)) {
      return write.after();
    }
    Map<String, JsonNode> before = write.before().map(ApprovalAdmission::records).orElse(Map.of());
    Map<String, JsonNode> after = records(write.after());
    after.forEach(
        (key, record) -> {
          if (!record.equals(before.get(key)) && !by(record, write)) {
            throw new RefusedException(
                POLICY,
                "Cannot record an approval of %s by %s: the hub knows you as %s. Write your own name, and leave the approvals of others as they are."
                    .formatted(of(key), record.path("by").asText(), write.user()));
          }
        });
    before.forEach(
        (key, record) -> {
          if (!after.containsKey(key) && !by(record, write)) {
            throw new RefusedException(
                POLICY,
                "Cannot remove the approval of %s by %s: only that user withdraws it, or a member of sluice:approvals-admin. Leave it as it is, with its group."
                    .formatted(of(key), record.path("by").asText()));
          }
        });
    return write.after();
  }

  private static boolean by(JsonNode record, Write write) {
    String by = record.path("by").asText();
    return write.user().isEmpty() ? !by.equals(PROBE) : by.equals(write.user());
  }

  private static String of(String key) {
    return key.substring(0, key.indexOf('\n'));
  }

  /** Returns all records, by where they stand and by whom they are. */
  private static Map<String, JsonNode> records(ObjectNode rollout) {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    rollout
        .at("/spec/decisionGroups")
        .forEach(group -> add("group " + group.path("groupName").asText(), group, found));
    add("the clusters without a group", rollout.at("/spec/ungrouped"), found);
    return found;
  }

  private static void add(String of, JsonNode group, Map<String, JsonNode> found) {
    group
        .path("approvals")
        .forEach(record -> found.put(of + "\n" + record.path("by").asText(), record));
  }
}
