package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/** Names the files of one set of servers. */
record DataFolder(Path root) {
  DataFolder {
    requireNonNull(root, "root is null");
    root = root.toAbsolutePath().normalize();
  }

  Path state() {
    return root.resolve("state.json");
  }

  Path lock() {
    return root.resolve("lock");
  }

  Path log(Program program) {
    return root.resolve("logs").resolve(program.file() + ".log");
  }

  Path etcd() {
    return root.resolve("etcd");
  }

  Path temporal() {
    return root.resolve("temporal.db");
  }

  Path certificates() {
    return root.resolve("certs");
  }

  /** Written by the API server at its first start; signs itself. */
  Path certificate() {
    return certificates().resolve("apiserver.crt");
  }

  Path controllerManager() {
    return root.resolve("controller-manager");
  }

  Path controllerManagerCertificate() {
    return controllerManager().resolve("kube-controller-manager.crt");
  }

  Path signingKey() {
    return root.resolve("sa.key");
  }

  Path verifyingKey() {
    return root.resolve("sa.pub");
  }

  Path tokens() {
    return root.resolve("tokens.csv");
  }

  Path auditPolicy() {
    return root.resolve("audit-policy.yaml");
  }

  Path auditLog() {
    return root.resolve("audit.log");
  }

  /** For people: the administrator first, the worker's user as a second context. */
  Path kubeconfig() {
    return root.resolve("kubeconfig");
  }

  /** For a worker that is to have a worker's rights only. */
  Path workerKubeconfig() {
    return root.resolve("kubeconfig-worker");
  }
}
