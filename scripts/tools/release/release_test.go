package main

import (
	"crypto/x509"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

const chart = "../../../deploy/helm/sahn"

type values = map[string]any

func settings(more values) values {
	all := values{"settings": values{"PUBLIC_URL": "https://lunch.example.com"}}
	for name, value := range more {
		all[name] = value
	}
	return all
}

// rendered are the chart's objects by kind, each read as strictly as Kubernetes reads it: a field that its type does not have is an error.
func rendered(t *testing.T, given values) map[string]any {
	t.Helper()
	loaded, err := loader.Load(chart)
	if err != nil {
		t.Fatal(err)
	}
	use, err := chartutil.ToRenderValues(loaded, given, chartutil.ReleaseOptions{Name: "lunch", Namespace: "food"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	files, err := engine.Render(loaded, use)
	if err != nil {
		t.Fatal(err)
	}
	objects := map[string]any{}
	for name, file := range files {
		if !strings.HasSuffix(name, ".yaml") {
			continue
		}
		for document := range strings.SplitSeq(file, "\n---\n") {
			if strings.TrimSpace(document) == "" {
				continue
			}
			var kind struct{ Kind string }
			if err := yaml.Unmarshal([]byte(document), &kind); err != nil {
				t.Fatal(name, err)
			}
			object := map[string]any{"Deployment": &appsv1.Deployment{}, "Job": &batchv1.Job{}, "Service": &corev1.Service{},
				"Ingress": &networkv1.Ingress{}, "NetworkPolicy": &networkv1.NetworkPolicy{},
				"PodDisruptionBudget": &policyv1.PodDisruptionBudget{}, "ServiceMonitor": &map[string]any{}}[kind.Kind]
			if object == nil {
				t.Fatal(name, "is of an unknown kind", kind.Kind)
			}
			if err := yaml.UnmarshalStrict([]byte(document), object); err != nil {
				t.Error(name, err)
			}
			if strings.HasSuffix(name, "/metrics.yaml") {
				kind.Kind += " of metrics"
			}
			objects[kind.Kind] = object
		}
	}
	return objects
}

func TestTheChartPassesHelmsLinter(t *testing.T) {
	for _, message := range lint.All(chart, settings(nil), "food", true).Messages {
		if message.Severity > support.InfoSev {
			t.Error(message)
		}
	}
}

func TestServersAndMigrationRunAsNobodyWithSecretsAsFiles(t *testing.T) {
	objects := rendered(t, settings(nil))
	deployment, job := objects["Deployment"].(*appsv1.Deployment), objects["Job"].(*batchv1.Job)
	for command, pod := range map[string]corev1.PodSpec{"serve": deployment.Spec.Template.Spec, "migrate": job.Spec.Template.Spec} {
		c := pod.Containers[0]
		security := c.SecurityContext
		if len(c.Args) != 1 || c.Args[0] != command {
			t.Error(command, c.Args)
		}
		if !*pod.SecurityContext.RunAsNonRoot || *pod.SecurityContext.RunAsUser != nobody || *pod.AutomountServiceAccountToken ||
			!*security.ReadOnlyRootFilesystem || *security.AllowPrivilegeEscalation || security.Capabilities.Drop[0] != "ALL" {
			t.Error(command, "may more than it needs")
		}
		if c.Image != "sahn:0.0.0" {
			t.Error(command, c.Image)
		}
		for _, e := range c.Env {
			if strings.HasSuffix(e.Name, "_FILE") && e.Value != "/run/secrets/sahn/"+strings.TrimSuffix(e.Name, "_FILE") {
				t.Error(command, e)
			}
		}
		if pod.Volumes[0].Secret.SecretName != "sahn" {
			t.Error(command, pod.Volumes)
		}
	}
	if hook := job.Annotations["helm.sh/hook"]; hook != "pre-install,pre-upgrade" {
		t.Error("the migration runs at", hook)
	}
	server := deployment.Spec.Template.Spec.Containers[0]
	if server.ReadinessProbe.HTTPGet.Path != "/readyz" || server.LivenessProbe.HTTPGet.Path != "/healthz" {
		t.Error("probes", server.ReadinessProbe, server.LivenessProbe)
	}
	for name, want := range deployment.Spec.Selector.MatchLabels {
		if deployment.Spec.Template.Labels[name] != want || objects["Service"].(*corev1.Service).Spec.Selector[name] != want ||
			objects["PodDisruptionBudget"].(*policyv1.PodDisruptionBudget).Spec.Selector.MatchLabels[name] != want {
			t.Error("selectors differ in", name)
		}
	}
	if job.Spec.Template.Labels["app.kubernetes.io/component"] == "server" {
		t.Error("the service leads to the migration")
	}
}

func TestPartsOfTheChartCanBeLeftOutOrAdded(t *testing.T) {
	objects := rendered(t, settings(values{"networkPolicy": values{"enabled": false},
		"ingress": values{"enabled": true, "className": "nginx", "tlsSecret": "lunch-tls"}, "podAnnotations": values{"a": "b"}}))
	if objects["NetworkPolicy"] != nil || objects["Ingress"].(*networkv1.Ingress).Spec.TLS[0].SecretName != "lunch-tls" {
		t.Error(objects)
	}
	if rendered(t, settings(nil))["NetworkPolicy"] == nil {
		t.Error("without being asked there is a network policy")
	}
}

func TestPrometheusAndACollectorAreReachedByPortsOfTheirOwn(t *testing.T) {
	for endpoint, port := range map[string]int32{"http://collector.observability:4318": 4318, "https://traces.example.com": 443,
		"http://collector": 80} {
		objects := rendered(t, values{"settings": values{"PUBLIC_URL": "https://lunch.example.com", "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint},
			"metrics": values{"enabled": true, "serviceMonitor": values{"enabled": true}}})
		policy := objects["NetworkPolicy"].(*networkv1.NetworkPolicy).Spec
		ports := policy.Egress[1].Ports
		if got := ports[len(ports)-1].Port.IntVal; got != port {
			t.Error(endpoint, "is reached by", got)
		}
		if len(policy.Ingress) != 2 || policy.Ingress[1].Ports[0].Port.StrVal != "metrics" {
			t.Error("Prometheus is kept out")
		}
		pod := objects["Deployment"].(*appsv1.Deployment).Spec.Template
		if c := pod.Spec.Containers[0]; len(c.Ports) != 2 || c.Env[1].Name != "METRICS_ADDR" || c.Env[1].Value != ":9464" {
			t.Error("nobody listens for Prometheus", c.Ports, c.Env)
		}
		service := objects["Service of metrics"].(*corev1.Service)
		for name, want := range service.Spec.Selector {
			if pod.Labels[name] != want {
				t.Error("the service for Prometheus leads elsewhere", name)
			}
		}
		if len(objects["Service"].(*corev1.Service).Spec.Ports) != 1 || objects["ServiceMonitor of metrics"] == nil {
			t.Error("metrics are on the public service, or nobody asks for them")
		}
	}
	objects := rendered(t, settings(nil))
	if objects["Service of metrics"] != nil || len(objects["NetworkPolicy"].(*networkv1.NetworkPolicy).Spec.Ingress) != 1 {
		t.Error("without being asked there are metrics")
	}
}

func TestTheChartRefusesWhatTheServerWouldRefuse(t *testing.T) {
	loaded, err := loader.Load(chart)
	if err != nil {
		t.Fatal(err)
	}
	for why, wrong := range map[string]values{
		"no address":              {},
		"an address without TLS":  {"settings": values{"PUBLIC_URL": "http://lunch.example.com"}},
		"a secret in plain":       {"settings": values{"PUBLIC_URL": "https://lunch.example.com", "APP_SECRET": "x"}},
		"too little time to end":  settings(values{"terminationGracePeriodSeconds": 10}),
		"a misspelt value":        settings(values{"replica": 3}),
		"metrics by the settings": {"settings": values{"PUBLIC_URL": "https://lunch.example.com", "METRICS_ADDR": ":9464"}},
	} {
		if _, err := chartutil.ToRenderValues(loaded, wrong, chartutil.ReleaseOptions{}, nil); err == nil {
			t.Error("accepted:", why)
		}
	}
}

func TestTheImageTrustsKnownAuthorities(t *testing.T) {
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(authorities()) || strings.Count(string(authorities()), "BEGIN CERTIFICATE") < 100 {
		t.Error("too few")
	}
}

func TestTheComposeFileIsReadAndEveryContainerOfOursIsReadOnly(t *testing.T) {
	const folder = "../../../deploy/compose"
	options, err := cli.NewProjectOptions([]string{folder + "/docker-compose.yml"}, cli.WithEnv([]string{"VERSION=1"}))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"migrate", "one", "two"} {
		s, err := project.GetService(name)
		if err != nil {
			t.Fatal(err)
		}
		if s.StopGracePeriod == nil || time.Duration(*s.StopGracePeriod) < 100*time.Second {
			t.Error(name, "is killed while it drains")
		}
		if !s.ReadOnly || len(s.CapDrop) != 1 || s.Image != "sahn:1" {
			t.Error(name, s.ReadOnly, s.CapDrop, s.Image)
		}
		for _, secret := range s.Secrets {
			setting := strings.ToUpper(secret.Source) + "_FILE"
			if value := s.Environment[setting]; value == nil || *value != "/run/secrets/"+secret.Source {
				t.Error(name, "does not read", secret.Source)
			}
		}
	}
}
