package io.sluice.simulator.gate;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.simulator.api.WriteAdmission;
import java.util.List;

/**
 * Holds the spec of replicas as {@code deploy/gate/gate.yaml} and {@code
 * deploy/gate/quiet/quiet.yaml} do on a real server: one contract test runs against both.
 *
 * <p>A rule of its own, not the expressions of those files: the policy that puts a spec back makes
 * objects of a type that only an API server has.
 *
 * @param worker the user that may write tickets and former content
 * @param quiet whether the spec of an update is put back before anything is refused
 */
public record GateAdmission(String worker, boolean quiet) implements WriteAdmission {
  /** Whoever has this group passes. */
  public static final String BREAK_GLASS = "sluice:break-glass";

  private static final String POLICY = "sluice-gate";
  private static final String POLICIES = "policies.policy.open-cluster-management.io";
  private static final String ROOT = "policy.open-cluster-management.io/root-policy";
  private static final String STAGED = "sluice.io/staged";
  private static final String TICKET = "sluice.io/release";
  private static final String HELD = "sluice.io/held";
  private static final String PROBE = "sluice.gate-probe";

  public GateAdmission {
    requireNonNull(worker, "worker is null");
  }

  @Override
  public ObjectNode admit(Write write) {
    if (!write.resource().equals(POLICIES) || write.groups().contains(BREAK_GLASS)) {
      return write.after();
    }
    boolean byWorker = write.user().equals(worker);
    boolean gated = gated(write.after()) || write.before().filter(GateAdmission::gated).isPresent();
    String former = write.before().map(GateAdmission::ticket).orElse("");
    if (gated && quiet && !byWorker && former.isEmpty() && write.before().isPresent()) {
      return validated(write, putBack(write.before().get(), write.after()), true, false, "");
    }
    return gated || byWorker
        ? validated(write, write.after(), gated, byWorker, former)
        : write.after();
  }

  private static ObjectNode putBack(ObjectNode before, ObjectNode after) {
    if (before.path("spec").equals(after.path("spec"))) {
      return after;
    }
    ObjectNode held = after.deepCopy();
    held.set("spec", before.path("spec").deepCopy());
    ObjectNode labels = held.withObject("/metadata/labels");
    JsonNode former = before.at("/metadata/labels");
    for (String label : List.of(ROOT, STAGED)) {
      // Without them the next write would pass.
      if (former.has(label) && !labels.has(label)) {
        labels.set(label, former.get(label));
      }
    }
    labels.put(HELD, "true");
    return held;
  }

  private static ObjectNode validated(
      Write write, ObjectNode after, boolean gated, boolean byWorker, String former) {
    JsonNode metadata = after.path("metadata");
    String cluster = metadata.path("namespace").asText();
    String name = metadata.path("name").asText();
    refuseUnless(
        gated,
        "Cannot write Policy %s/%s: the worker of Sluice may write replicas with the label sluice.io/staged alone."
            .formatted(cluster, name));
    boolean changes =
        write.before().filter(old -> old.path("spec").equals(after.path("spec"))).isEmpty();
    String ticket = ticket(after);
    boolean mayWrite = byWorker && (!name.equals(PROBE) || !ticket.isEmpty());
    refuseUnless(
        !changes || !former.isEmpty() || mayWrite,
        "Held by Sluice until the turn of cluster %s.".formatted(cluster));
    boolean given = !ticket.isEmpty() && !ticket.equals(former);
    refuseUnless(
        !given || byWorker, "Only the worker of Sluice may write the label sluice.io/release.");
    refuseUnless(
        !given || !changes || write.before().isEmpty(),
        "A ticket changes nothing but the label sluice.io/release.");
    refuseUnless(
        !changes || former.isEmpty() || ticket.isEmpty(),
        "A ticket lets one change through: take the label sluice.io/release off in the same write.");
    return after;
  }

  private static void refuseUnless(boolean right, String why) {
    if (!right) {
      throw new RefusedException(POLICY, why);
    }
  }

  private static boolean gated(JsonNode policy) {
    JsonNode labels = policy.at("/metadata/labels");
    return labels.has(ROOT) && labels.has(STAGED);
  }

  private static String ticket(JsonNode policy) {
    return policy.at("/metadata/labels").path(TICKET).asText();
  }
}
