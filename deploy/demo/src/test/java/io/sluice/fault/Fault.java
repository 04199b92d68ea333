package io.sluice.fault;

import io.sluice.devservers.Program;
import io.sluice.devservers.SharedDevServers;
import io.sluice.simulator.network.LossyProxy;
import io.temporal.client.WorkflowNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lists what can happen to hub, Temporal and workers while policies are rolled out. */
enum Fault {
  KILL_LEADER {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      scene.edit().run();
      scene.awaitAnyMoment(MOMENT);
      scene.workers().restart(scene.workers().leader());
    }
  },
  KILL_FOLLOWER {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      scene.edit().run();
      scene.awaitAnyMoment(MOMENT);
      scene.workers().restart(scene.workers().follower());
    }
  },
  KILL_API_SERVER {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      killed(scene, Program.KUBE_APISERVER);
    }
  },
  KILL_ETCD {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      killed(scene, Program.ETCD);
    }
  },
  KILL_TEMPORAL {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      killed(scene, Program.TEMPORAL);
    }
  },
  /** A cluster leaves the placement just before, and is back before the leader is. */
  FREEZE_LEADER {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      int leader = scene.workers().leader();
      leaveAndReturn(
          scene, () -> scene.workers().freeze(leader), () -> scene.workers().thaw(leader));
    }
  },
  /** A cluster leaves the placement just before, and is back before the leader is. */
  BLACK_HOLE_LEADER {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      LossyProxy proxy = scene.workers().proxy(scene.workers().leader());
      leaveAndReturn(scene, proxy::cutOff, proxy::heal);
    }
  },
  LOSE_TEMPORALS_DATABASE {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      scene.edit().run();
      scene.awaitAnyMoment(MOMENT);
      scene.servers().kill(Program.TEMPORAL);
      try {
        SharedDevServers.loseTemporalsDatabase();
      } catch (IOException e) {
        throw new IllegalStateException("Temporal's database could not be removed", e);
      }
      SharedDevServers.heal();
    }
  },
  TERMINATE_RUN {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      scene.edit().run();
      scene.awaitAnyMoment(MOMENT);
      terminate(scene);
    }
  },
  TERMINATE_NEW_RUN {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      scene.edit().run();
      scene.awaitAnyMoment(1_000);
      terminate(scene);
    }
  },
  LATENCY {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      scene.workers().proxies().forEach(proxy -> proxy.delay(Duration.ofMillis(250)));
      scene.edit().run();
      FaultScene.last(20);
      scene.workers().proxies().forEach(proxy -> proxy.delay(Duration.ZERO));
    }
  },
  RESETS {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      scene.edit().run();
      for (int i = 0; i < 10; i++) {
        scene.awaitAnyMoment(2_000);
        scene.workers().proxies().forEach(LossyProxy::reset);
      }
    }
  },
  HALF_OPEN {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      scene.edit().run();
      scene.awaitAnyMoment(MOMENT);
      scene.workers().proxies().forEach(LossyProxy::loseConnections);
    }
  },
  /** Some answers are lost, some requests get a 429, a 409 or a 500. */
  STORM {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      StormProxy proxy =
          scene
              .workers()
              .storm(scene.servers().client().getConfiguration(), scene.random().nextLong());
      scene.workers().awaitLeader();
      scene.edit().run();
      FaultScene.last(30);
      proxy.storming(false);
      FaultScene.last(5);
      scene.workers().calm();
    }
  },
  DELETE_NAMESPACE {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      String cluster = scene.anyCluster();
      scene.rewritten().add(cluster);
      scene.edit().run();
      scene.awaitAnyMoment(MOMENT);
      scene.hub().remakeNamespace(cluster);
    }
  },
  DELETE_REPLICAS {
    @Override
    void strike(FaultScene scene) throws InterruptedException {
      scene.edit().run();
      for (int i = 0; i < 3; i++) {
        scene.awaitAnyMoment(4_000);
        String cluster = scene.anyCluster();
        scene.rewritten().add(cluster);
        FaultHub.POLICIES.forEach(policy -> scene.hub().deleteReplica(cluster, policy));
      }
    }
  };

  private static final Logger LOG = LoggerFactory.getLogger(Fault.class);
  private static final int MOMENT = 12_000;
  private static final int FROZEN_SECONDS = 63;

  /** Edits the policies, and does its harm before, meanwhile or after. */
  abstract void strike(FaultScene scene) throws InterruptedException;

  private static void killed(FaultScene scene, Program program) throws InterruptedException {
    scene.edit().run();
    scene.awaitAnyMoment(MOMENT);
    scene.servers().kill(program);
    scene.awaitAnyMoment(8_000);
    scene.servers().restart(program);
  }

  private static void leaveAndReturn(FaultScene scene, Runnable begin, Runnable end)
      throws InterruptedException {
    String cluster = scene.anyCluster();
    List<String> others = new ArrayList<>(scene.hub().clusters());
    others.remove(cluster);
    scene.returned().add(cluster);
    scene.hub().place(others);
    FaultScene.last(2);
    begin.run();
    try {
      FaultScene.last(FROZEN_SECONDS / 3);
      scene.edit().run();
      FaultScene.last(FROZEN_SECONDS / 3);
      scene.hub().place(scene.hub().clusters());
      FaultScene.last(FROZEN_SECONDS / 3);
    } finally {
      end.run();
    }
  }

  private static void terminate(FaultScene scene) {
    String policy = scene.anyStagedPolicy();
    try {
      scene
          .temporal()
          .newUntypedWorkflowStub("rollout/hub/%s/%s".formatted(FaultHub.NAMESPACE, policy))
          .terminate("a fault");
    } catch (WorkflowNotFoundException e) {
      LOG.warn("No run of {} is open", policy);
    }
  }
}
