package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.gate.GateLabels;
import io.sluice.policy.PolicyApi;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks, write by write, that the gate kept what it promises of one policy (gate 9): no replica
 * carried a version before the turn of its cluster, each version was written once per cluster, and
 * every ticket was used or taken back.
 *
 * <p>A turn is the approval of the group where the Rollout asks for one. It may be withdrawn while
 * a ticket is on its way: the approvals of the Rollout before its last change count, too.
 */
final class GateInvariants {
  private static final String MANUAL = "manual";

  /** What lets go of replicas whose policy is staged no more. */
  private static final String LETS_GO = "0";

  private final String namespace;
  private final String replicaName;
  private final String worker;
  private final Map<String, String> groups;

  private final List<String> breaches = new ArrayList<>();
  private final Map<String, String> tickets = new HashMap<>();
  private final Map<String, Set<String>> used = new HashMap<>();
  private final Set<JsonNode> known = new HashSet<>();
  private final List<JsonNode> rollouts = new ArrayList<>();
  private boolean staged;
  private int releases;

  /**
   * Creates it for the policy {@code web}.
   *
   * @param worker the user that writes for Sluice
   * @param groups the group of each cluster that was ever chosen
   */
  GateInvariants(String namespace, String worker, Map<String, String> groups) {
    this.namespace = namespace;
    this.replicaName = namespace + ".web";
    this.worker = worker;
    this.groups = Map.copyOf(groups);
  }

  /**
   * Checks all writes of a hub, in their order, once nothing more is to come.
   *
   * @param standing the clusters that have a replica now: one that was deleted took its ticket
   *     along
   */
  void check(List<ObservedWrite> writes, Set<String> standing) {
    for (ObservedWrite write : writes) {
      if (write.kind().equals("Rollout") && write.name().equals("policy-web")) {
        write.after().map(ObservedWrite.State::spec).ifPresent(rollouts::add);
      } else if (write.name().equals("web") && write.namespace().equals(namespace)) {
        root(write);
      } else if (write.name().equals(replicaName)) {
        replica(write);
      }
    }
    tickets.keySet().retainAll(standing);
    tickets.forEach(
        (cluster, ticket) ->
            breaches.add(
                "%s: ticket %s was neither used nor taken back".formatted(cluster, ticket)));
    assertThat(breaches).isEmpty();
    assertThat(releases).as("writes by a ticket").isPositive();
  }

  private void root(ObservedWrite write) {
    staged = !write.labelAfter(GateLabels.STAGED).isEmpty();
    if (write.user().equals(worker)) {
      breaches.add("the worker wrote the root");
    }
  }

  private void replica(ObservedWrite write) {
    String cluster = write.namespace();
    String ticket = write.labelAfter(GateLabels.TICKET);
    if (write.before().isEmpty() || write.after().isEmpty()) {
      used.getOrDefault(cluster, new HashSet<>()).clear();
    }
    if (!ticket.isEmpty() && !ticket.equals(write.labelBefore(GateLabels.TICKET))) {
      given(write, ticket);
    }
    write.brought().ifPresent(spec -> brought(write, spec));
    if (ticket.isEmpty()) {
      tickets.remove(cluster);
    } else {
      tickets.put(cluster, ticket);
    }
  }

  private void given(ObservedWrite write, String ticket) {
    String cluster = write.namespace();
    if (!write.user().equals(worker)) {
      breaches.add("%s: %s wrote a ticket".formatted(cluster, write.user()));
    }
    boolean turn = ticket.equals(LETS_GO) ? !staged : approved(cluster);
    if (!turn) {
      breaches.add("%s: got ticket %s before its turn".formatted(cluster, ticket));
    }
  }

  private boolean approved(String cluster) {
    String group = groups.getOrDefault(cluster, "");
    return rollouts.subList(Math.max(0, rollouts.size() - 2), rollouts.size()).stream()
        .anyMatch(spec -> approves(spec, group));
  }

  private static boolean approves(JsonNode spec, String group) {
    if (!spec.at("/rolloutStrategy/type").asText().startsWith(MANUAL)) {
      return true;
    }
    for (JsonNode entry : spec.path("decisionGroups")) {
      if (entry.path("groupName").asText().equals(group)
          && entry.path("rolloutApproved").asBoolean()) {
        return true;
      }
    }
    return false;
  }

  private void brought(ObservedWrite write, JsonNode spec) {
    String cluster = write.namespace();
    String ticket = write.labelBefore(GateLabels.TICKET);
    if (!write.has(GateLabels.STAGED)) {
      known.add(spec);
    } else if (!ticket.isEmpty()) {
      boolean first = used.computeIfAbsent(cluster, name -> new HashSet<>()).add(ticket);
      releases++;
      if (!first) {
        breaches.add("%s: was written twice by tickets of attempt %s".formatted(cluster, ticket));
      }
      known.add(spec);
    } else if (!write.user().equals(worker)) {
      breaches.add("%s: %s wrote it without a ticket".formatted(cluster, write.user()));
    } else if (!known.contains(spec) && !stub(write, spec)) {
      breaches.add("%s: the worker wrote what no cluster had".formatted(cluster));
    }
  }

  private static boolean stub(ObservedWrite write, JsonNode spec) {
    return write.before().isEmpty()
        && !write.labelAfter(GateLabels.TICKET).isEmpty()
        && write.labelAfter(PolicyApi.CLUSTER_NAME).equals(write.namespace())
        && spec.path("disabled").asBoolean()
        && spec.path("policy-templates").isEmpty();
  }
}
