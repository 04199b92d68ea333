package io.sluice.bench;

import static java.util.stream.Collectors.joining;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sluice.devservers.AuditLog;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.JsonTree;
import io.sluice.process.WorkerJvm;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Templates that one lazy policy of Karmada sends to 50 clusters: all activated at first, a start
 * with everything in place, an edit of the policy, and one template that is changed after it.
 */
final class TemplatesRow {
  private static final String ROW = "karmada";
  private static final String NAMESPACE = "templates";
  private static final int TEMPLATES = Integer.getInteger("sluice.bench.templates", 500);
  private static final int CLUSTERS = 50;
  private static final int IN_FLIGHT = 16;

  /** Its claim, its binding, the status of that, and an Event; a few are written once more. */
  private static final double OTHER_WRITES = 4.5;

  /** Its binding, the status of that, and an Event. */
  private static final double EDIT_WRITES = 3.1;

  private static final Duration LONG = Duration.ofMinutes(10);

  private final Bench bench;
  private final KubernetesClient client;
  private final BenchTable table;

  private TemplatesRow(Bench bench) {
    this.bench = bench;
    this.client = bench.hub().client();
    this.table = bench.table();
  }

  static void run(Bench bench) throws InterruptedException {
    new TemplatesRow(bench).run();
  }

  private void run() throws InterruptedException {
    bench.hub().servers().allowTemplates();
    bench.hub().grow(CLUSTERS + 1);
    bench
        .hub()
        .apply("apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n".formatted(NAMESPACE));
    bench.hub().apply(policy(0));
    try (RequestPool requests = new RequestPool(IN_FLIGHT)) {
      requests.each(IntStream.range(0, TEMPLATES).boxed().toList(), this::create);
    }
    table.note(ROW, "%d templates x %d clusters".formatted(TEMPLATES, CLUSTERS));
    activateAll();
    try (WorkerJvm worker = startWithEverythingInPlace()) {
      editThePolicy(worker);
      touchOne(worker);
      table.shown(ROW, "peak resident memory of the worker", worker.residentMebibytes(), "MiB");
      worker.terminate();
    }
  }

  private void activateAll() throws InterruptedException {
    try (WorkerJvm worker = bench.starting("--karmada")) {
      Meter meter = Meter.begin(bench.hub(), worker);
      await(Duration.ofSeconds(1), () -> works() == (long) TEMPLATES * CLUSTERS);
      Meter.Reading reading = meter.end();
      table.shown(ROW, "all templates, from the start to the last Work", reading.seconds(), "s");
      table.goal(
          ROW,
          "CPU of the worker for 1,000 Works",
          1_000 * reading.cost().worker() / TEMPLATES / CLUSTERS,
          "s",
          1.2);
      int works = writes(reading, "works");
      table.must(ROW, "writes of Works", works, "", TEMPLATES * CLUSTERS);
      table.must(
          ROW,
          "other writes a template",
          (double) (writes(reading, "") - works - writes(reading, "namespaces")) / TEMPLATES,
          "",
          OTHER_WRITES);
      table.note(ROW, reading.cost());
      table.note(ROW, reading.byAction());
      Meter.awaitQuiet(worker);
      worker.terminate();
    }
  }

  private WorkerJvm startWithEverythingInPlace() {
    Instant began = Instant.now();
    WorkerJvm worker = bench.starting("--karmada");
    Meter meter = Meter.begin(bench.hub(), worker);
    await(Duration.ofMillis(50), worker::leads);
    table.shown(ROW, "start: to ready and leading", Meter.seconds(began, Instant.now()), "s");
    Meter.awaitQuiet(worker);
    Meter.Reading reading = meter.end();
    table.goal(
        ROW,
        "start: to the end of the first pass",
        reading.seconds() - Meter.QUIET_SECONDS,
        "s",
        8);
    table.goal(ROW, "start: CPU of the worker", reading.cost().worker(), "s", 8);
    table.must(ROW, "start: writes of the worker", writes(reading, ""), "", 0);
    table.shown(ROW, "start: resident memory", worker.residentMebibytes(), "MiB");
    return worker;
  }

  private void editThePolicy(WorkerJvm worker) {
    Meter meter = Meter.begin(bench.hub(), worker);
    bench.hub().apply(policy(1));
    await(Duration.ofMillis(500), () -> pending() == TEMPLATES);
    double shown = meter.end().seconds();
    Meter.awaitQuiet(worker);
    Meter.Reading reading = meter.end();
    table.shown(ROW, "edit of the policy: until every binding shows it", shown, "s");
    table.shown(ROW, "edit of the policy: CPU of the worker", reading.cost().worker(), "s");
    table.must(ROW, "edit of the policy: writes of Works", writes(reading, "works"), "", 0);
    table.must(
        ROW,
        "edit of the policy: writes a template",
        (double) writes(reading, "") / TEMPLATES,
        "",
        EDIT_WRITES);
    table.note(ROW, reading.byAction());
  }

  private void touchOne(WorkerJvm worker) {
    Meter meter = Meter.begin(bench.hub(), worker);
    client
        .apps()
        .deployments()
        .inNamespace(NAMESPACE)
        .withName(name(0))
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\": {\"labels\": {\"touched\": \"once\"}}}");
    Instant touched = Instant.now();
    Meter.awaitQuiet(worker);
    Meter.Reading reading = meter.end();
    Instant last =
        reading
            .of(Meter.WORKER, entry -> entry.resource().equals("works") && entry.writes())
            .stream()
            .map(AuditLog.Entry::answered)
            .max(Instant::compareTo)
            .orElseThrow();
    table.shown(ROW, "one template changed: to its last Work", Meter.seconds(touched, last), "s");
    table.shown(ROW, "one template changed: CPU of the worker", reading.cost().worker(), "s");
    table.must(
        ROW, "one template changed: writes of Works", writes(reading, "works"), "", CLUSTERS + 1);
    table.note(ROW, reading.byAction());
  }

  private static int writes(Meter.Reading reading, String resource) {
    return reading
        .of(
            Meter.WORKER,
            entry ->
                entry.writes()
                    && entry.accepted()
                    && !entry.resource().equals("leases")
                    && !entry.group().equals("authorization.k8s.io")
                    && (resource.isEmpty() || entry.resource().equals(resource)))
        .size();
  }

  private static void await(Duration every, BooleanSupplier reached) {
    Awaitility.await()
        .atMost(LONG)
        .pollDelay(Duration.ZERO)
        .pollInterval(every)
        .until(reached::getAsBoolean);
  }

  /** Counts without reading them. */
  private long works() {
    var first =
        client
            .genericKubernetesResources(KarmadaKinds.WORK)
            .inAnyNamespace()
            .list(new ListOptionsBuilder().withLimit(1L).build());
    Long rest = first.getMetadata().getRemainingItemCount();
    return first.getItems().size() + (rest == null ? 0 : rest);
  }

  private long pending() {
    return client
        .genericKubernetesResources(KarmadaKinds.RESOURCE_BINDING)
        .inNamespace(NAMESPACE)
        .list()
        .getItems()
        .stream()
        .filter(TemplatesRow::waits)
        .count();
  }

  private static boolean waits(GenericKubernetesResource binding) {
    return JsonTree.maps(HubObjects.part(binding, "status"), "conditions").stream()
        .anyMatch(
            condition ->
                "Activated".equals(condition.get("type"))
                    && "PendingUserChange".equals(condition.get("reason")));
  }

  private static String name(int index) {
    return "t%05d".formatted(index);
  }

  /** Returns the policy for 50 clusters, of which the first has that index. */
  private static String policy(int from) {
    return """
    apiVersion: policy.karmada.io/v1alpha1
    kind: PropagationPolicy
    metadata: {name: all, namespace: %s}
    spec:
      activationPreference: Lazy
      resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
      placement: {clusterAffinity: {clusterNames: [%s]}}
    """
        .formatted(
            NAMESPACE,
            IntStream.range(from, from + CLUSTERS)
                .mapToObj(BenchHub::cluster)
                .collect(joining(", ")));
  }

  private GenericKubernetesResource create(int index) {
    bench
        .hub()
        .apply(
            """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %1$s, namespace: %2$s, labels: {app: %1$s}}
        spec:
          replicas: 2
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec:
              containers:
              - name: web
                image: registry.example.com/shop/%1$s:1.0
                ports: [{containerPort: 8080}]
                env: [{name: MODE, value: production}, {name: REGION, value: eu-central-1}]
                resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {memory: 256Mi}}
                readinessProbe: {httpGet: {path: /ready, port: 8080}, periodSeconds: 5}
        """
                .formatted(name(index), NAMESPACE));
    return new GenericKubernetesResource();
  }
}
