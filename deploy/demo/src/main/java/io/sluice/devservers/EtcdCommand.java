package io.sluice.devservers;

import java.util.List;

/** Writes the command line of etcd. */
final class EtcdCommand {
  private EtcdCommand() {}

  static List<String> of(Binary binary, DataFolder folder, Ports ports) {
    String clients = "http://127.0.0.1:" + ports.etcd();
    String peers = "http://127.0.0.1:" + ports.etcdPeer();
    return List.of(
        binary.path().toString(),
        "--data-dir",
        folder.etcd().toString(),
        "--listen-client-urls",
        clients,
        "--advertise-client-urls",
        clients,
        "--listen-peer-urls",
        peers,
        "--initial-advertise-peer-urls",
        peers,
        "--initial-cluster",
        "default=" + peers,
        "--quota-backend-bytes",
        "8589934592",
        // A crash of the machine may cost data, a crash of etcd does not; writes are faster by
        // half.
        "--unsafe-no-fsync",
        "--log-level",
        "warn");
  }
}
