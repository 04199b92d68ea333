package io.sluice.devservers;

import java.util.List;

/** Writes the command line of kube-controller-manager: only what removes things. */
final class ControllerManagerCommand {
  private ControllerManagerCommand() {}

  static List<String> of(Binary binary, DataFolder folder, Ports ports) {
    return List.of(
        binary.path().toString(),
        "--kubeconfig",
        folder.kubeconfig().toString(),
        "--controllers",
        "garbage-collector-controller,namespace-controller",
        "--leader-elect=false",
        "--bind-address",
        "127.0.0.1",
        "--secure-port",
        Integer.toString(ports.controllerManager()),
        "--cert-dir",
        folder.controllerManager().toString());
  }
}
