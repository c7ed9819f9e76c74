package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
)

// item is an entry of an archive: a file with this content or that of another file, or a folder when its mode says so.
type item struct {
	name    string
	from    string
	content []byte
	mode    fs.FileMode
	owner   int
}

// write makes a file of the release.
func (r release) write(name string, fill func(io.Writer) error) (err error) {
	file, err := os.Create(filepath.Join(r.Out, name))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return fill(file)
}

func (r release) gzipped(w io.Writer, items []item) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	return errors.Join(r.tar(packed, items), packed.Close())
}

// tar writes items in their order, all of the release's time.
func (r release) tar(w io.Writer, items []item) error {
	archive := tar.NewWriter(w)
	for _, i := range items {
		if i.from != "" {
			var err error
			if i.content, err = os.ReadFile(i.from); err != nil {
				return err
			}
		}
		header := &tar.Header{Name: i.name, Mode: int64(i.mode.Perm()), Uid: i.owner, Gid: i.owner, Size: int64(len(i.content)),
			ModTime: r.Time, Typeflag: tar.TypeReg, Format: tar.FormatPAX}
		if i.mode&fs.ModeSticky != 0 {
			header.Mode |= 0o1000
		}
		if i.mode.IsDir() {
			header.Typeflag, header.Name = tar.TypeDir, i.name+"/"
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := io.Copy(archive, bytes.NewReader(i.content)); err != nil {
			return err
		}
	}
	return archive.Close()
}

// debian is the package that deploy/debian/nfpm.yaml describes.
func (r release) debian(program, arch string) error {
	values := map[string]string{"ARCH": arch, "VERSION": r.Version, "BINARY": program}
	config, err := nfpm.ParseFileWithEnvMapping("deploy/debian/nfpm.yaml", func(name string) string { return values[name] })
	if err != nil {
		return err
	}
	info, err := config.Get("deb")
	if err != nil {
		return err
	}
	info = nfpm.WithDefaults(info)
	info.MTime = r.Time
	for _, content := range info.Contents {
		content.Source = os.Expand(content.Source, func(name string) string { return values[name] })
		content.FileInfo.MTime = r.Time
	}
	if err := nfpm.PrepareForPackager(info, "deb"); err != nil {
		return err
	}
	return r.write(deb.Default.ConventionalFileName(info), func(w io.Writer) error { return deb.Default.Package(info, w) })
}
