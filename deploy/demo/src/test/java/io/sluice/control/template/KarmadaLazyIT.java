package io.sluice.control.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.AuditLog;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.KarmadaSetup;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Plays the cases of the suite {@code karmada-lazy} on a real API server, by a controller with the
 * rights of {@code deploy/rbac/karmada}: each case in namespaces of its own, several at a time.
 */
@ExtendWith(KarmadaSetup.class)
class KarmadaLazyIT {
  /** Of the times in the cases; 1: as long as the suite says. */
  private static final double SCALE =
      Double.parseDouble(System.getProperty("sluice.karmada.scale", "0.2"));

  private static final int AT_A_TIME = Integer.getInteger("sluice.karmada.lanes", 4);
  private static final int MOST = 100;
  private static final CaseNamespaces NAMESPACES = new CaseNamespaces(MOST);
  private static final AtomicInteger CASES = new AtomicInteger();

  /** A case whose policies match everywhere is played alone. */
  private static final ReadWriteLock HUB = new ReentrantReadWriteLock(true);

  private static KarmadaLazySuite suite;
  private static DevServers servers;
  private static KubernetesClient user;
  private static Config worker;
  private static long begin;

  @BeforeAll
  static void start() {
    servers = SharedDevServers.get();
    begin = new AuditLog(servers.auditLog()).length();
    user = servers.client();
    try (KubernetesClient connected = servers.workerClient()) {
      worker = connected.getConfiguration();
    }
    suite = new KarmadaLazySuite(AT_A_TIME, KarmadaLazyIT::play);
  }

  @AfterAll
  static void end() {
    suite.close();
    assertThat(new AuditLog(servers.auditLog()).from(begin))
        .filteredOn(entry -> entry.user().equals("sluice"))
        .as("what deploy/rbac/karmada lacks")
        .noneMatch(entry -> entry.code() == 403);
    var clusters = user.genericKubernetesResources(Kinds.MANAGED_CLUSTER);
    Stream.of("member1", "member2").forEach(name -> clusters.withName(name).delete());
    user.close();
  }

  @TestFactory
  Stream<DynamicTest> everyCase() {
    return suite.everyCase();
  }

  @TestFactory
  Stream<DynamicTest> theCasesOfTheSeedWithARestartAfterEveryStep() {
    return suite.theCasesOfTheSeedWithARestartAfterEveryStep();
  }

  private static void play(Map<String, Object> script, boolean restarting) {
    Lock lock = CaseNamespaces.matchesAllNamespaces(script) ? HUB.writeLock() : HUB.readLock();
    lock.lock();
    try {
      play(script, restarting, CASES.getAndIncrement());
    } finally {
      lock.unlock();
    }
  }

  private static void play(Map<String, Object> script, boolean restarting, int number) {
    PropagationHub hub = new PropagationHub(user, worker, NAMESPACES.settings(number));
    try {
      user.resource(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName(CaseNamespaces.of(number))
                  .endMetadata()
                  .build())
          .create();
      synchronized (CASES) {
        hub.clusters(JsonTree.texts(script, "clusters"));
      }
      KarmadaLazyCase played =
          new KarmadaLazyCase(hub, CaseNamespaces.renamed(script, number), restarting, SCALE);
      played.play();
      played.clear();
    } finally {
      hub.stop();
    }
  }
}
