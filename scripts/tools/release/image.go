package main

import (
	"bytes"
	"encoding/json"
	"encoding/pem"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// nobody is whom the server in the image runs as; nothing outside of /data is theirs.
const nobody = 65532

// authorities are the certificates that Mozilla trusts without a condition, for mail and the card provider.
func authorities() []byte {
	var all bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			_ = pem.Encode(&all, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // to memory
		}
	}
	return all.Bytes()
}

// image is an OCI image of nothing but the program, in one file that `podman load` and `docker load` take.
func (r release) image(program, arch string) error {
	folder, err := os.MkdirTemp("", "sahn-image-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	layers := make([]v1.Layer, 0, 2)
	for _, items := range [][]item{
		{
			{name: "etc", mode: fs.ModeDir | 0o755},
			{name: "etc/group", content: []byte("sahn:x:65532:\n"), mode: 0o644},
			{name: "etc/passwd", content: []byte("sahn:x:65532:65532::/data:/sbin/nologin\n"), mode: 0o644},
			{name: "etc/ssl", mode: fs.ModeDir | 0o755},
			{name: "etc/ssl/certs", mode: fs.ModeDir | 0o755},
			{name: "etc/ssl/certs/ca-certificates.crt", content: authorities(), mode: 0o644},
			{name: "data", mode: fs.ModeDir | 0o700, owner: nobody},
			{name: "tmp", mode: fs.ModeDir | fs.ModeSticky | 0o777},
		},
		{{name: "sahn", from: program, mode: 0o755}},
	} {
		var content bytes.Buffer
		if err := r.tar(&content, items); err != nil {
			return err
		}
		layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content.Bytes())), nil },
			tarball.WithMediaType(types.OCILayer), tarball.WithCompressedCaching)
		if err != nil {
			return err
		}
		layers = append(layers, layer)
	}
	config := &v1.ConfigFile{Architecture: arch, OS: "linux", Created: v1.Time{Time: r.Time}, Config: v1.Config{
		User: "65532:65532", WorkingDir: "/data", Entrypoint: []string{"/sahn"}, Cmd: []string{"serve"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Env: []string{"PATH=/", "DATA_DIR=/data"}, StopSignal: "SIGTERM",
		Labels: map[string]string{"org.opencontainers.image.title": "Sahn", "org.opencontainers.image.version": r.Version}}}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.ConfigFile(base, config)
	if err != nil {
		return err
	}
	history := v1.History{Created: v1.Time{Time: r.Time}, CreatedBy: "scripts/release"}
	for _, layer := range layers {
		if image, err = mutate.Append(image, mutate.Addendum{Layer: layer, History: history}); err != nil {
			return err
		}
	}
	if err := r.layout(folder, image); err != nil {
		return err
	}
	items, err := files(folder)
	if err != nil {
		return err
	}
	return r.write("sahn_"+r.Version+"_linux_"+arch+".oci.tar", func(w io.Writer) error { return r.tar(w, items) })
}

// layout writes the image as an OCI layout, and beside it the list that older `docker load` looks for.
func (r release) layout(folder string, image v1.Image) error {
	name := "sahn:" + r.Version
	path, err := layout.Write(folder, empty.Index)
	if err != nil {
		return err
	}
	if err := path.AppendImage(image, layout.WithAnnotations(map[string]string{
		"org.opencontainers.image.ref.name": r.Version, "io.containerd.image.name": "docker.io/library/" + name})); err != nil {
		return err
	}
	manifest, err := image.Manifest()
	if err != nil {
		return err
	}
	blob := func(d v1.Descriptor) string { return "blobs/" + d.Digest.Algorithm + "/" + d.Digest.Hex }
	list := map[string]any{"Config": blob(manifest.Config), "RepoTags": []string{name}}
	var paths []string
	for _, layer := range manifest.Layers {
		paths = append(paths, blob(layer))
	}
	list["Layers"] = paths
	content, err := json.Marshal([]any{list})
	if err != nil {
		return err
	}
	return path.WriteFile("manifest.json", content, 0o644)
}

// files are all files of a folder, in order, behind the folders that they are in.
func files(folder string) (items []item, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if entry.IsDir() {
			items = append(items, item{name: filepath.ToSlash(name), mode: fs.ModeDir | 0o755})
		} else {
			items = append(items, item{name: filepath.ToSlash(name), from: path, mode: 0o644})
		}
		return err
	})
	return items, err
}
